// What the turns of a stage need beside their props: where live text comes from, and what may be done about a turn.
// Two contexts, since every turn uses the first and only those that wait use the second. Replay has neither.
import { createContext, useContext } from "react";
import { type StoreApi, useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { LiveText } from "../store";
import { own } from "../wire/own";

interface Speaking {
  readonly live: Readonly<Record<string, LiveText>>;
}

/** A store that is only read. */
export type LiveSource = Pick<StoreApi<Speaking>, "getState" | "getInitialState" | "subscribe">;

export const SourceContext = createContext<LiveSource>(createStore<Speaking>(() => ({ live: {} })));

type Deed = (() => Promise<void>) | null;

/** What can be done besides reading, by this viewer and now; null = nothing. */
export interface StageParts {
  /** Pass over the turn that is being made. */
  readonly skip: Deed;
  /** Ask the model again that has not answered. */
  readonly retry: Deed;
  /** Ask the role again at which the debate rests. */
  readonly mend: Deed;
  /** Ask those again for whose want nobody won. */
  readonly reopen: Deed;
  /** Go on without the speech that failed. */
  readonly without: Deed;
  /** Open the ballot of the audience. */
  readonly vote: (() => void) | null;
  /** Nothing is made now: the debate is paused, or over. */
  readonly resting: boolean;
  /** Server minus client, in milliseconds. */
  readonly offset: number;
  /** When the seat that has the floor got it, ISO 8601. */
  readonly since: string | null;
}

export const NOTHING: StageParts = {
  skip: null,
  retry: null,
  mend: null,
  reopen: null,
  without: null,
  vote: null,
  resting: false,
  offset: 0,
  since: null,
};

export const StageContext = createContext<StageParts>(NOTHING);

export function useStageParts(): StageParts {
  return useContext(StageContext);
}

/** The text of a slot that is being spoken; the component renders when it grows. `slot` null = none. */
export function useLiveText(slot: string | null): LiveText | undefined {
  return useStore(useContext(SourceContext), ({ live }) => (slot === null ? undefined : own(live, slot)));
}

/** The slots whose text is arriving, as one text; the component renders when one begins or ends, not when one grows. */
export function useSpeaking(): string {
  return useStore(useContext(SourceContext), ({ live }) => Object.keys(live).join("\n"));
}
