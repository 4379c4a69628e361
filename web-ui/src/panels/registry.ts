// The panels beside a debate, live and in replay: one list that makes tabs, keys and links. A panel reads the debate
// with `useDebate` and is loaded when it is first opened.
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { panels as copy } from "../strings/cost";
import { openPoll } from "../wire/polls";
import type { DebateView } from "../wire/types";

export interface Panel {
  /** Its name in the address: `#score`. */
  readonly id: string;
  readonly label: string;
  readonly key: string;
  readonly Body: LazyExoticComponent<ComponentType>;
  readonly when: (view: DebateView) => boolean;
  /** A short state beside the label, in words; null = none. */
  readonly badge?: (view: DebateView) => string | null;
}

const always = () => true;

export const PANELS: readonly Panel[] = [
  {
    ...{ id: "score", label: copy.score, key: "s", Body: lazy(() => import("./Score")) },
    when: (view) => view.judges > 0 || view.verdict !== null || !view.slots.length,
    badge: (view) => (view.ballots.length && !view.outcome ? `${view.ballots.length}/${view.judges}` : null),
  },
  {
    ...{ id: "audience", label: copy.audience, key: "v", Body: lazy(() => import("./Audience")) },
    when: (view) => view.slots.some((slot) => slot.verb === "vote"),
    badge: (view) => (openPoll(view) ? copy.open : null),
  },
  { id: "graph", label: copy.graph, key: "g", Body: lazy(() => import("./Graph")), when: always },
  { id: "cost", label: copy.cost, key: "c", Body: lazy(() => import("./Cost")), when: always },
  { id: "events", label: copy.events, key: "l", Body: lazy(() => import("./Events")), when: always },
];

/** The panels that a debate has. */
export function panelsOf(view: DebateView): readonly Panel[] {
  return PANELS.filter((panel) => panel.when(view));
}
