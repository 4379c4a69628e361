// How each step stands, from the view and from what is seen running, and which edge was just taken. Not here: drawing.
import { useEffect, useRef, useState } from "react";
import { mayMove } from "../../prefs";
import { doneTimes, failedSteps } from "../../replay/steps";
import { type DebateState, useDebate } from "../../store";
import { openPoll } from "../../wire/polls";
import type { DebateView, Schemas } from "../../wire/types";
import { edgeId } from "./layout";

export const START = "start";
export const END = "end";

/** `idle`: may come yet. After the end nothing comes: a step is `untaken`, or `unknown` where it leaves no mark in the
 * log and nobody watched. */
export type StepState = "idle" | "running" | "waiting" | "done" | "failed" | "stopped" | "untaken" | "unknown";

export interface Standing {
  readonly state: StepState;
  readonly times: number;
}

/** Steps that wait for people while they run. */
const WAITING = ["await_person", "close_vote"];

type Known = Pick<DebateState, "view" | "running" | "visited">;

export function standingOf(id: string, { view, running, visited }: Known): Standing {
  if (id === START) return { state: view.setup ? "done" : "idle", times: 1 };
  if (id === END) {
    const ended = view.outcome === "stopped" ? "stopped" : "done";
    return { state: view.status === "finished" ? ended : "idle", times: 1 };
  }
  const busy = Object.values(running).includes(id);
  const begun = (visited[id] ?? 0) - Object.values(running).filter((node) => node === id).length;
  const times = Math.max(doneTimes(view)[id] ?? 0, begun, 0);
  if (busy) return { state: WAITING.includes(id) && openForPeople(id, view) ? "waiting" : "running", times };
  if (id === "await_person" && view.awaiting) return { state: "waiting", times };
  if (failedSteps(view).has(id)) return { state: "failed", times };
  if (times) return { state: "done", times };
  if (view.status !== "finished") return { state: "idle", times };
  return { state: id in doneTimes(view) ? "untaken" : "unknown", times };
}

function openForPeople(id: string, view: DebateView): boolean {
  return id === "await_person" || Boolean(openPoll(view));
}

const GLOW = 600;
const REMEMBERED = 6;

/** The edge that was just taken, for a moment; never where things may not move. */
export function useTaken(graph: Schemas["Graph"]): string | null {
  const node = useDebate((state) => state.lastNode);
  const times = useDebate((state) => (state.lastNode ? (state.visited[state.lastNode] ?? 0) : 0));
  const past = useRef<string[]>([START]);
  const [taken, setTaken] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that begins again is a step, too
  useEffect(() => {
    if (!node) return;
    const from = past.current.findLast((one) =>
      graph.edges.some((edge) => edge.source === one && edge.target === node),
    );
    past.current = [...past.current, node].slice(-REMEMBERED);
    if (from === undefined || !mayMove()) return;
    setTaken(edgeId(from, node));
    const timer = setTimeout(() => setTaken(null), GLOW);
    return () => clearTimeout(timer);
  }, [node, times, graph]);
  return taken;
}
