// What one can do with the debate as a whole: the one thing that is most likely wanted as a button, the rest in a menu.
import { Download, Ellipsis, GitFork, History, Pause, Play, Share2, Square } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { type Action, useActions } from "../actions";
import { to } from "../routes";
import { useDebate } from "../store";
import { common } from "../strings";
import { live as copy } from "../strings/live";
import { fork as forkCopy } from "../strings/papers";
import { Button, IconButton } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Menu, type MenuItem } from "../ui/Menu";
import { type Course, goOn } from "./course";
import { lacksBallots } from "./parts";

const Share = lazy(() => import("../dialogs/Share"));
const Export = lazy(() => import("../dialogs/Export"));
const Fork = lazy(() => import("../dialogs/Fork"));

type Open = "share" | "export" | "fork" | "stop" | null;

const ICONS = {
  "debate.pause": Pause,
  "debate.resume": Play,
  "debate.share": Share2,
  "debate.export": Download,
  "debate.replay": History,
  "debate.fork": GitFork,
  "debate.stop": Square,
};

type Deed = Action & { readonly id: keyof typeof ICONS };

/** Everything that this viewer may do with the debate now. */
function useDeeds(course: Course, show: (open: Open) => void): Deed[] {
  const id = useDebate((state) => state.id);
  const status = useDebate((state) => state.view.status);
  const limited = useDebate(({ view }) => view.status === "paused" && view.pause === "budget");
  const reopenable = useDebate((state) => lacksBallots(state.view));
  const owner = useDebate((state) => state.meta?.may === "owner");
  const attended = useDebate((state) => state.meta?.attended ?? false);
  const { course: words } = copy;
  const group = common.groups.debate;
  const going = status === "running" || status === "new";
  const rests = status === "paused" || (going && !attended);
  const resume = limited ? () => course.change(true) : () => goOn(course);
  const all: (Deed | false)[] = [
    owner && going && attended && { id: "debate.pause", group, label: words.pause, keys: ["p"], run: course.pause },
    owner && rests && { id: "debate.resume", group, label: words.resume, keys: ["p"], run: resume },
    owner && reopenable && { id: "debate.resume", group, label: words.reopen, run: () => goOn(course) },
    owner && { id: "debate.share", group, label: words.share, run: () => show("share") },
    { id: "debate.export", group, label: words.export, keys: ["e"], run: () => show("export") },
    { id: "debate.replay", group, label: words.replay, keys: ["r"], run: (on) => on.navigate(to.replay(id)) },
    owner && { id: "debate.fork", group, label: forkCopy.open, run: () => show("fork") },
    owner && status !== "finished" && { id: "debate.stop", group, label: words.stop, run: () => show("stop") },
  ];
  return all.filter((deed) => deed !== false);
}

export function Controls({ course }: { course: Course }) {
  const [path, navigate] = useLocation();
  const [open, show] = useState<Open>(null);
  const deeds = useDeeds(course, show);
  useActions(deeds);
  const run = (deed: Deed) => deed.run({ navigate, path });
  const [main] = deeds.filter(({ id }) => id === "debate.pause" || id === "debate.resume");
  const items: MenuItem[] = deeds
    .filter((deed) => deed !== main)
    .map((deed) => ({
      ...{ id: deed.id, label: deed.label, icon: ICONS[deed.id], danger: deed.id === "debate.stop" },
      onSelect: () => run(deed),
    }));
  const close = () => show(null);
  return (
    <span className="flex items-center gap-1">
      {main && (
        <Button
          icon={ICONS[main.id]}
          busy={course.pausing}
          title={course.pausing ? copy.course.pausing : undefined}
          onClick={() => run(main)}
          className="min-h-9! px-3! py-1! text-sm"
        >
          <span className="max-sm:sr-only">{main.label}</span>
        </Button>
      )}
      <Menu label={copy.course.more} items={items} trigger={<IconButton icon={Ellipsis} label={copy.course.more} />} />
      <Suspense fallback={null}>
        {open === "share" && <Share onClose={close} />}
        {open === "export" && <Export onClose={close} />}
        {open === "fork" && <Fork onClose={close} />}
      </Suspense>
      <StopDialog open={open === "stop"} onClose={close} onStop={course.stop} />
    </span>
  );
}

interface StopDialogProps {
  open: boolean;
  onClose: () => void;
  onStop: () => Promise<void>;
}

function StopDialog({ open, onClose, onStop }: StopDialogProps) {
  const footer = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button kind="danger" icon={Square} onClick={() => onStop().then(onClose)}>
        {copy.course.stopYes}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title={copy.course.stopTitle} footer={footer}>
      <p>{copy.course.stopText}</p>
    </Dialog>
  );
}
