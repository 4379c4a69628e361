// S9: a debate again, event by event: the room of a live debate, over a log that is wound.
import { Download, GitFork, Share2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useActions } from "../actions";
import { VerdictCard } from "../panels/VerdictCard";
import { Ahead, Controls } from "../replay/Controls";
import { Kin } from "../replay/Kin";
import { replayActions } from "../replay/keys";
import { ReplaySession, useReel, useReplay } from "../replay/session";
import { seqIn, useSeqInAddress } from "../replay/useSeq";
import { useShown } from "../replay/useShown";
import { to } from "../routes";
import { SourceContext } from "../stage/context";
import { Head } from "../stage/Head";
import { Room, useRoomPanel } from "../stage/Room";
import { Stage } from "../stage/Stage";
import { DebateProvider, useDebate } from "../store";
import { common } from "../strings";
import { live } from "../strings/live";
import { fork as forkCopy } from "../strings/papers";
import { replay as copy } from "../strings/replay";
import { Button } from "../ui/Button";
import { ErrorCard, Skeleton } from "../ui/states";
import { useTitle } from "../useTitle";
import type { DebateView } from "../wire/types";
import { NotFound } from "./NotFound";

const Share = lazy(() => import("../dialogs/Share"));
const Export = lazy(() => import("../dialogs/Export"));
const Fork = lazy(() => import("../dialogs/Fork"));

type Box = "share" | "export" | "fork" | null;

function wound(id: string): ReplaySession {
  return new ReplaySession(id, seqIn(location.search));
}

export default function Replay({ id }: { id: string }) {
  return (
    <DebateProvider id={id} open={wound}>
      <Opened />
    </DebateProvider>
  );
}

function Opened() {
  const session = useReplay();
  const gone = useDebate((state) => state.connection.state === "gone");
  const loaded = useDebate((state) => state.loaded);
  const problem = useDebate((state) => state.problem);
  const motion = useDebate((state) => state.view.motion?.text);
  useTitle(motion ? `${copy.title}: ${motion}` : copy.title);
  if (gone) return <NotFound />;
  if (session && loaded) return <Wound session={session} />;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 p-6">
      <h1 className="sr-only">{copy.title}</h1>
      {problem && <ErrorCard problem={problem} onRetry={() => session?.stream.reopen()} />}
      {!problem && <Skeleton lines={8} label={copy.loading} />}
    </div>
  );
}

function Wound({ session }: { session: ReplaySession }) {
  const view = useDebate((state) => state.view);
  const problem = useDebate((state) => state.problem);
  const playing = useReel(session, (reel) => reel.playing);
  const end = useReel(session, (reel) => reel.end);
  const [box, setBox] = useState<Box>(null);
  const panel = useRoomPanel(end);
  const column = useRef<HTMLDivElement>(null);
  useShown(column, playing);
  useSeqInAddress(session);
  const group = common.groups.debate;
  useActions([
    ...replayActions(session, playing),
    { id: "debate.export", group, label: live.course.export, keys: ["e"], run: () => setBox("export") },
    { id: "debate.share", group, label: live.course.share, run: () => setBox("share") },
  ]);
  const close = () => setBox(null);
  return (
    <SourceContext value={session.store}>
      <div className="replay">
        {/* Which panels there are is decided by the whole debate: tabs must not come and go while it is wound. */}
        <Room view={end} panel={panel} bar={<Controls session={session} />}>
          <div ref={column} className="flex flex-col gap-7">
            <div>
              <Head motion={end.motion} setup={view.setup} sides={end.sides} seats={end.seats} />
              <Kin />
              <Deeds onBox={setBox} />
            </div>
            {problem && <ErrorCard problem={problem} onRetry={() => session.stream.reopen()} />}
            <Stage view={view} activity={begins(view) ? copy.begins : null} />
            <VerdictCard view={view} />
          </div>
          <div className="follow-pill sm:hidden">
            <Ahead session={session} />
          </div>
        </Room>
      </div>
      <Suspense fallback={null}>
        {box === "share" && <Share onClose={close} />}
        {box === "export" && <Export onClose={close} />}
        {box === "fork" && <Fork onClose={close} />}
      </Suspense>
      <Stopper session={session} box={box} />
    </SourceContext>
  );
}

/** Nothing has been said yet, and nobody is at it. */
function begins(view: DebateView): boolean {
  return !view.turns.length && !view.floor && !view.introduction && !view.outcome;
}

/** A replay stands still while something is asked about the moment that it shows. */
function Stopper({ session, box }: { session: ReplaySession; box: Box }) {
  useEffect(() => {
    if (box) session.stop();
  }, [session, box]);
  return null;
}

function Deeds({ onBox }: { onBox: (box: Box) => void }) {
  const id = useDebate((state) => state.id);
  const owner = useDebate((state) => state.meta?.may === "owner");
  return (
    <div className="no-print mt-3 flex flex-wrap gap-2">
      <Link
        href={to.debate(id)}
        className="inline-flex min-h-11 items-center rounded-lg border border-edge bg-surface px-4 py-2 font-medium hover:bg-sunken"
      >
        {copy.whole}
      </Link>
      {owner && (
        <Button icon={GitFork} onClick={() => onBox("fork")}>
          {forkCopy.open}
        </Button>
      )}
      <Button kind="quiet" icon={Share2} onClick={() => onBox("share")}>
        {live.course.share}
      </Button>
      <Button kind="quiet" icon={Download} onClick={() => onBox("export")}>
        {live.course.export}
      </Button>
    </div>
  );
}
