// S2: a debate as it happens. Puts together what stage/ and panels/ draw; the debate itself runs at the server.
import { useCallback, useMemo, useRef } from "react";
import { useActions } from "../actions";
import { VerdictCard } from "../panels/VerdictCard";
import { Kin } from "../replay/Kin";
import { Clocks } from "../stage/Clocks";
import { ConnectionPill } from "../stage/ConnectionPill";
import { Controls } from "../stage/Controls";
import { CostMeter } from "../stage/CostMeter";
import { SourceContext, StageContext } from "../stage/context";
import { useCourse } from "../stage/course";
import { FollowPill } from "../stage/FollowPill";
import { useFollow } from "../stage/follow";
import { Head } from "../stage/Head";
import { NextSteps } from "../stage/NextSteps";
import { activityOf } from "../stage/Notes";
import { PhaseBar } from "../stage/PhaseBar";
import { useFreshMark, useParts } from "../stage/parts";
import { step } from "../stage/places";
import { Rest } from "../stage/Rest";
import { Room, useRoomPanel } from "../stage/Room";
import { progress } from "../stage/rows";
import { Stage } from "../stage/Stage";
import { speakerName } from "../stage/Turn";
import { useTelling } from "../stage/tell";
import { DebateProvider, useDebate, useDebateSession } from "../store";
import { common } from "../strings";
import { live as copy } from "../strings/live";
import { ErrorCard, Skeleton } from "../ui/states";
import { useTitle } from "../useTitle";
import { NotFound } from "./NotFound";

export default function Live({ id }: { id: string }) {
  return (
    <DebateProvider id={id}>
      <Watched />
    </DebateProvider>
  );
}

function Watched() {
  const state = useDebate((one) => one.connection.state);
  const loaded = useDebate((one) => one.loaded);
  useTitle(useDebate((one) => one.view.motion?.text ?? ""));
  useTelling();
  if (state === "gone") return <NotFound />;
  return loaded ? <Debate /> : <OnItsWay />;
}

function OnItsWay() {
  const session = useDebateSession();
  const problem = useDebate((one) => one.problem);
  const tooNew = useDebate((one) => one.connection.state === "too-new");
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 p-6">
      <h1 className="sr-only">{copy.loading}</h1>
      {tooNew && <p>{copy.tooNew}</p>}
      {problem && <ErrorCard problem={problem} onRetry={() => session.stream.retry()} />}
      {!problem && !tooNew && <Skeleton lines={8} label={copy.loading} />}
    </div>
  );
}

/** The node of the graph that introduces; its text has no place in the timeline. */
const INTRODUCES = "introduce";

function Debate() {
  const { store } = useDebateSession();
  const view = useDebate((one) => one.view);
  const running = useDebate((one) => one.running);
  const panel = useRoomPanel(view);
  const course = useCourse();
  const { open } = panel;
  const parts = useParts(
    course,
    useCallback(() => open("audience"), [open]),
  );
  const nodes = useMemo(() => Object.values(running), [running]);
  const column = useRef<HTMLDivElement>(null);
  const { pinned, toEnd } = useFollow(column, view.status !== "finished");
  useDisplayActions(toEnd);
  const bar = (
    <div className="bar">
      <PhaseBar view={view} />
      <Clocks />
      <CostMeter onOpen={() => open("cost")} />
      <ConnectionPill />
      <Controls course={course} />
    </div>
  );
  return (
    <SourceContext value={store}>
      <StageContext value={parts}>
        <Room view={view} panel={panel} bar={bar}>
          <div ref={column} className="room-column">
            <Head motion={view.motion} setup={view.setup} sides={view.sides} seats={view.seats} />
            <Kin />
            <Stage
              view={view}
              introducing={nodes.includes(INTRODUCES)}
              activity={activityOf(view, nodes)}
              freshFrom={useFreshMark()}
            />
            <div id="verdict" className="flex flex-col gap-4 empty:hidden">
              {view.outcome && <VerdictCard view={view} />}
              {view.status === "finished" && <NextSteps />}
              <Rest course={course} />
            </div>
          </div>
          <Following pinned={pinned} toEnd={toEnd} />
        </Room>
      </StageContext>
    </SourceContext>
  );
}

/** Moving about and holding the display, by key and by palette. */
function useDisplayActions(toEnd: () => void): void {
  const session = useDebateSession();
  const paused = useDebate((one) => one.paused);
  const over = useDebate((one) => one.view.status === "finished"); // then the space bar scrolls, as everywhere
  const group = common.groups.display;
  const hold = paused ? copy.display.resume : copy.display.pause;
  const toggle = () => (paused ? session.resumeDisplay() : session.pauseDisplay());
  useActions([
    { id: "display.pause", group, label: hold, keys: ["Space"], when: () => paused || !over, run: toggle },
    { id: "display.end", group, label: copy.follow.live, keys: ["End"], run: toEnd },
    { id: "turn.next", group, label: copy.keys.nextTurn, keys: ["ArrowRight"], run: () => step("turn", 1) },
    { id: "turn.last", group, label: copy.keys.lastTurn, keys: ["ArrowLeft"], run: () => step("turn", -1) },
    { id: "phase.next", group, label: copy.keys.nextPhase, keys: ["Shift+ArrowRight"], run: () => step("phase", 1) },
    { id: "phase.last", group, label: copy.keys.lastPhase, keys: ["Shift+ArrowLeft"], run: () => step("phase", -1) },
  ]);
}

function Following({ pinned, toEnd }: { pinned: boolean; toEnd: () => void }) {
  const session = useDebateSession();
  const view = useDebate((one) => one.view);
  const paused = useDebate((one) => one.paused);
  const waiting = useDebate((one) => one.waiting);
  const slot = view.slots.find(({ id }) => id === view.floor);
  const speaking = slot && view.status === "running";
  return (
    <FollowPill
      {...{ pinned, paused, waiting }}
      progress={progress(view)}
      speaker={speaking ? speakerName(slot, view.sides) : ""}
      onEnd={toEnd}
      onResume={() => session.resumeDisplay()}
    />
  );
}
