// The speeches of a debate in order, with what happens between them. Drawn from the view alone; what is said right now
// comes through the context. Not here: following, controls, the rest of the screen.
import { memo, type Ref, useMemo } from "react";
import { live as copy } from "../strings/live";
import { EmptyState } from "../ui/states";
import { type PollState, pollState } from "../wire/polls";
import type { DebateView, Slot } from "../wire/types";
import { useSpeaking } from "./context";
import { Activity, FailureCard, failedName, Introduction, PollLine } from "./Notes";
import { type Row, rowsOf } from "./rows";
import "./notes.css";
import "./stage.css";
import { Turn } from "./Turn";

/** Up to so many rows are drawn at once; of more, only the last few, and the rest when their time comes. */
const AT_ONCE = 24;
const LAST = 6;

interface StageProps {
  view: DebateView;
  /** The chair is preparing its introduction. */
  introducing?: boolean;
  /** What is done that is no speech, in words. */
  activity?: string | null;
  /** The key of the first row that came after a break of the connection. */
  freshFrom?: string | null;
  ref?: Ref<HTMLOListElement>;
}

/** The model that is to speak in a slot, as far as the setup says. */
export function chosenModel(view: DebateView, slot: Slot): string {
  const { setup } = view;
  if (!setup) return "";
  if (setup.humans.includes(slot.seat)) return copy.person;
  const role = slot.side ? "speaker" : "moderator";
  const key = [slot.seat, slot.side, role, "default"].find((one) => one && one in setup.models);
  return (key && setup.models[key]?.model) || "";
}

export function Stage({ view, introducing = false, activity = null, freshFrom = null, ref }: StageProps) {
  const speaking = useSpeaking();
  const rows = useMemo(
    () => rowsOf(view, speaking ? speaking.split("\n") : [], introducing),
    [view, speaking, introducing],
  );
  const last = rows.findLast((row) => row.kind === "turn" || row.kind === "introduction" || row.kind === "poll")?.key;
  const waits = !rows.length && !activity && view.status !== "finished" && view.status !== "paused";
  return (
    <>
      {waits && <EmptyState title={copy.empty}>{copy.emptyHint}</EmptyState>}
      <h2 className="sr-only">{copy.stage}</h2>
      <ol ref={ref} className="stage" aria-label={copy.stage}>
        {rows.map((row, at) => (
          <li key={row.key} data-row={row.key}>
            {row.key === freshFrom && <p className="stage-fresh">{copy.fresh}</p>}
            <RowOf
              row={row}
              view={row.kind === "turn" || row.kind === "failure" ? view : null}
              eager={rows.length <= AT_ONCE || at >= rows.length - LAST}
              latest={row.key === last}
              ballot={row.kind === "poll" ? pollState(row.poll, view) : "closed"}
            />
          </li>
        ))}
        {activity && (
          <li>
            <Activity text={activity} />
          </li>
        )}
      </ol>
    </>
  );
}

interface RowProps {
  row: Row;
  view: DebateView | null;
  eager: boolean;
  latest: boolean;
  ballot: PollState;
}

const NO_SIDES: readonly string[] = [];

/** Only names are read of `view`; the turns below it are memoised by what they show. */
const RowOf = memo(function RowOf({ row, view, eager, latest, ballot }: RowProps) {
  switch (row.kind) {
    case "phase":
      return (
        <h2 className="stage-phase" data-phase={row.name} dir="auto">
          {row.name}
        </h2>
      );
    case "introduction":
      return <Introduction text={row.text} />;
    case "poll":
      return <PollLine id={row.key} poll={row.poll} state={ballot} />;
    case "failure":
      return <FailureCard failure={row.failure} who={view ? failedName(view, row.failure) : row.failure.id} />;
    case "turn": {
      const { slot, turn } = row;
      const model = view ? chosenModel(view, slot) : "";
      return <Turn {...{ slot, turn, model, eager, latest }} sides={view?.sides ?? NO_SIDES} />;
    }
  }
});
