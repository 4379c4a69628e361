// S9: a debate again, event by event: the stage and the panels of a live debate, over a log that is wound.
import { Download, GitFork, Share2 } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useActions } from "../actions";
import { useOpenPanel } from "../panels/place";
import { panelsOf } from "../panels/registry";
import { SidePanel } from "../panels/SidePanel";
import { VerdictCard } from "../panels/VerdictCard";
import { Controls } from "../replay/Controls";
import { Kin } from "../replay/Kin";
import { replayActions } from "../replay/keys";
import { ReplaySession, useReel, useReplay } from "../replay/session";
import { seqIn, useSeqInAddress } from "../replay/useSeq";
import { to } from "../routes";
import { SourceContext } from "../stage/context";
import { Stage } from "../stage/Stage";
import { DebateProvider, useDebate } from "../store";
import { common } from "../strings";
import { live } from "../strings/live";
import { fork as forkCopy } from "../strings/papers";
import { replay as copy } from "../strings/replay";
import { Boundary } from "../ui/Boundary";
import { Button } from "../ui/Button";
import { ErrorCard, Skeleton } from "../ui/states";
import { useTitle } from "../useTitle";
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
  if (gone) return <NotFound />;
  return session && <Room session={session} />;
}

function Room({ session }: { session: ReplaySession }) {
  const view = useDebate((state) => state.view);
  const loaded = useDebate((state) => state.loaded);
  const problem = useDebate((state) => state.problem);
  const playing = useReel(session, (reel) => reel.playing);
  const end = useReel(session, (reel) => reel.end);
  const [box, setBox] = useState<Box>(null);
  const panel = useOpenPanel(panelsOf(end).map((one) => one.id));
  useTitle(view.motion?.text ? `${copy.title}: ${view.motion.text}` : copy.title);
  useSeqInAddress(session);
  useActions([
    ...replayActions(session, playing),
    ...panelsOf(end).map(({ id, label, key }) => ({
      ...{ id: `panel.${id}`, group: common.groups.debate, label: live.keys.panel(label), keys: [key] },
      run: () => panel.open(id),
    })),
    { id: "export", group: common.groups.debate, label: live.course.export, keys: ["e"], run: () => setBox("export") },
    { id: "share", group: common.groups.debate, label: live.course.share, run: () => setBox("share") },
  ]);
  return (
    <div className="[--bar:0px]">
      <div className="flex">
        <div className="min-w-0 flex-1 px-4 py-6 sm:px-6">
          <div className="mx-auto flex max-w-3xl flex-col gap-6">
            <Head session={session} onBox={setBox} />
            {problem && <ErrorCard problem={problem} onRetry={() => session.stream.reopen()} />}
            {!loaded && !problem && <Skeleton lines={6} label={copy.loading} />}
            {loaded && <Scene session={session} />}
          </div>
        </div>
        {loaded && <SidePanel view={view} panel={panel} />}
      </div>
      <Controls session={session} />
      <Boundary reset={box ?? ""}>
        <Suspense fallback={null}>
          {box === "share" && <Share onClose={() => setBox(null)} />}
          {box === "export" && <Export onClose={() => setBox(null)} />}
          {box === "fork" && <Fork onClose={() => setBox(null)} />}
        </Suspense>
      </Boundary>
    </div>
  );
}

function Head({ session, onBox }: { session: ReplaySession; onBox: (box: Box) => void }) {
  const id = useDebate((state) => state.id);
  const owner = useDebate((state) => state.meta?.may === "owner");
  const motion = useReel(session, (reel) => reel.end.motion);
  return (
    <header className="flex flex-col gap-2">
      <p className="font-medium text-muted text-sm">{copy.title}</p>
      <h1 dir="auto" className="text-2xl">
        {motion?.title || motion?.text}
      </h1>
      <Kin />
      <div className="no-print flex flex-wrap gap-2">
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
    </header>
  );
}

/** The stage as it stood, kept at what is new: winding is done to see what happens next. */
function Scene({ session }: { session: ReplaySession }) {
  const view = useDebate((state) => state.view);
  const place = useRef<HTMLOListElement>(null);
  const latest = useLatest(place);
  const speaking = useDebate((state) => Object.keys(state.live).join(" "));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown last has changed
  useEffect(latest, [view.turns.length, view.polls.length, speaking, view.outcome]);
  return (
    <SourceContext value={session.store}>
      <Stage ref={place} view={view} />
      <VerdictCard view={view} />
    </SourceContext>
  );
}

/** Bring the last row into view, unless it is there. */
function useLatest(place: React.RefObject<HTMLOListElement | null>): () => void {
  return useCallback(() => {
    const row = [...(place.current?.querySelectorAll("[data-row]") ?? [])].at(-1);
    row?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [place]);
}
