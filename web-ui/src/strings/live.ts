// Copy of the live debate (S2) and its cost (S14). Marks and silences say what src/dissoi/export/phrases.py says.
import type { ConnectionState } from "../wire/link";
import type { DebateView, Turn } from "../wire/types";
import { count, dollars } from "./words";

export const MARKS: Readonly<Record<Turn["marks"][number], string>> = {
  cut: "Cut at the limit: the speech was longer than the format allows, and the rest was dropped.",
  language: "Not in the language of the motion, even when asked again.",
  echo: "Copied: largely the words of an earlier speech, even when asked again.",
  loop: "Repeated: says the same words over and over, even when asked again.",
  unfinished: "Unfinished: the model's own token limit ended the speech.",
};

export const SILENCE: Readonly<Record<string, string>> = {
  technical: "silent, because the model failed; this is neither a strike nor a loss",
  refused: "silent, because the model refused to speak",
  passed: "passed",
};

/** What became of a claim, in words. */
export const claimStates = {
  queued: "queued",
  checking: "being checked",
  supported: "supported",
  refuted: "refuted",
  mixed: "mixed",
  unknown: "not enough evidence",
  uncheckable: "not checkable",
  failed: "check failed",
};

/** Why a debate rests, as a sentence. */
export const PAUSES: Readonly<Record<string, string>> = {
  user: "The host paused the debate.",
  budget: "A limit is reached, so the next call was not made.",
  provider: "A model cannot be reached or does not answer.",
  person: "The debate waits for a person.",
  store: "The log could not be written.",
};

const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1000));

/** `2:31`, `1:02:31`. */
export function clock(ms: number): string {
  const all = seconds(ms);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export const live = {
  gettingReady: "Getting ready",
  noMotion: "The motion is being invented",
  info: "Info slide",
  phases: "Timeline",
  phaseOf: (name: string, standing: string) => `${name}, ${standing}`,
  standing: { done: "done", now: "now", next: "to come" },
  verdict: "verdict",
  elapsed: "Running time",
  turnClock: (name: string) => `${name} has had the floor for`,
  stage: "Speeches",
  empty: "Waiting for the chair",
  emptyHint: "The first words appear here as soon as they are spoken.",
  notBegun: "The debate has not begun.",
  gone: "This debate was deleted, or it never existed.",
  tooNew: "This debate was written by a newer Dissoi. Reload to update the page.",
  loading: "The debate is on its way",
  introduction: "Introduction",
  chair: "Chair",
  words: (words: number, limit: number | null) => (limit ? `${words} of ${limit} words` : count(words, "word")),
  near: "near the limit",
  model: (name: string) => `Model: ${name}`,
  person: "a person",
  fresh: "New since you were here",
  steps: {
    waiting: "has the floor",
    preparing: "preparing",
    introduce: "preparing the introduction",
  },
  stepSince: (step: string, ms: number) => `${step} · ${clock(ms)}`,
  speaking: (length: string) => `speaking · ${length}`,
  skip: "Skip this turn",
  again: "Ask again",
  goOnWithout: "Go on without",
  skipWhy: "No word for a while. You can ask the model again, or pass over this turn.",
  activity: {
    topic: "A motion is being invented",
    begin: "The timeline is being fixed",
    listen: "Listeners are voting",
    judge: (done: number, all: number) => `Judges are writing their ballots: ${done} of ${all} are in`,
    score: "The arguments are being scored",
    decide: "The verdict is being computed",
  },
  poll: {
    title: (name: string) => `Vote of the audience: ${name}`,
    open: "Open",
    closed: "Closed",
    votes: (number: number) => `${count(number, "vote")} so far`,
    abstained: (number: number) => `${number} abstained`,
    people: "People",
    simulated: "Simulated listeners",
    nobody: "Nobody voted",
    left: (ms: number) => `closes in ${clock(ms)}`,
    closing: "closes when its time is up",
    vote: "Open the ballot",
  },
  failure: {
    line: (who: string, kind: string) => `${who} did not answer (${kind.replaceAll("_", " ")}).`,
    goesOn: "The debate goes on without it.",
    fatal: "The debate rests until it is asked again.",
    topic: "The inventor of motions",
    scorer: "The scorer of arguments",
    chair: "The chair",
    listener: (id: string) => `Listener ${id.split(".").at(-1)}`,
    more: "What it said",
  },
  follow: {
    new: (number: number) => `${count(number, "new turn")}`,
    speaking: (name: string) => `${name} is speaking`,
    live: "To the live end",
    hint: "End",
  },
  display: {
    pause: "Pause the display",
    resume: "Go on with the display",
    paused: (waiting: number) =>
      waiting ? `Display paused · ${count(waiting, "event")} waiting` : "Display paused · the debate goes on",
  },
  connection: {
    connecting: "Connecting…",
    live: "Live",
    resting: "Connected",
    stale: (ms: number) => `Quiet for ${seconds(ms)} s…`,
    reconnecting: (tries: number, ms: number | null) =>
      `Reconnecting${tries > 1 ? `, try ${tries}` : ""}${ms === null ? "…" : `, next in ${seconds(ms + 999)} s`}`,
    retry: "Try now",
    reload: "Reload",
    "caught-up": (caught: number) => `Caught up, ${count(caught, "event")}`,
    offline: "You are offline. The debate goes on.",
    ended: "Finished",
    gone: "Gone",
    "too-new": "Reload to update",
  } satisfies Record<ConnectionState | "resting" | "retry" | "reload", unknown>,
  course: {
    pause: "Pause",
    pausing: "Pausing after the running step",
    resume: "Resume",
    goOn: "Go on",
    stop: "Stop",
    stopTitle: "Stop this debate for good?",
    stopText: "What was said stays, marked as partial. A stopped debate cannot be resumed; a paused one can.",
    stopYes: "Stop the debate",
    share: "Share…",
    export: "Export…",
    replay: "Replay",
    more: "More",
    unattended: "Nobody runs this debate now.",
    unattendedHint: "The process that ran it has left. Nothing is lost.",
    elsewhere: "Another process runs this debate. You watch it here; pausing and stopping work.",
    paused: "Paused",
    pausedHint: "Nothing is lost. It goes on where it stopped, with the same models and limits or with others.",
    change: "Other models or limits",
    modelFor: (role: string) => `Model: ${role}`,
    modelHint: "provider:model",
    budget: "Budget (US dollars)",
    budgetHint: (spent: string) => `${spent} is spent.`,
    maxCalls: "Model calls at most",
    callsHint: (calls: number) => `${count(calls, "call")} made so far.`,
    notPositive: "A number of 0 or more, please.",
    reopen: "Ask the missing judges again",
    watching: "You watch this debate.",
    failed: (what: string) => `That did not work: ${what}`,
  },
  keys: {
    nextTurn: "Next turn",
    lastTurn: "Turn before",
    nextPhase: "Next phase",
    lastPhase: "Phase before",
    panel: (name: string) => `Panel: ${name}`,
    panelClose: "Close the panel",
  },
  panel: {
    label: "Beside the debate",
    resize: "Width of the panel",
    open: "Open the panel",
    close: "Close the panel",
  },
  announce: {
    floor: (who: string, phase: string) => `${who}, ${phase}, has the floor.`,
    spoken: (who: string, words: number) => `${who}, has spoken, ${count(words, "word")}.`,
    silent: (who: string, why: string) => `${who}: ${why}.`,
    pollOpen: (name: string) => `The vote of the audience, ${name}, is open.`,
    pollClosed: (name: string) => `The vote of the audience, ${name}, is closed.`,
    paused: (why: string) => `The debate is paused. ${why}`,
    resumed: "The debate goes on.",
    lost: "The connection broke. The page reconnects by itself.",
    back: (caught: number) => `Connected again${caught ? `, ${count(caught, "event")} caught up` : ""}.`,
  },
};

const short = (number: number) =>
  number < 1000
    ? String(number)
    : number < 1_000_000
      ? `${(number / 1000).toFixed(1)}k`
      : `${(number / 1_000_000).toFixed(1)}M`;

type Sums = Pick<DebateView["usage"], "calls" | "input" | "cached" | "output" | "cost" | "unpriced">;

/** Money as far as it is known; a price that is not known is never shown as 0. */
export function moneyOf({ calls, cost, unpriced }: Pick<Sums, "calls" | "cost" | "unpriced">): string {
  if (unpriced && unpriced === calls) return "price unknown";
  return unpriced ? `${dollars(cost)} and ${count(unpriced, "call")} of unknown price` : dollars(cost);
}

export const cost = {
  title: "Cost",
  meter: ({ input, output }: Sums) => `${short(input + output)} tokens`,
  open: (sums: Sums) => `Cost so far: ${short(sums.input + sums.output)} tokens, ${moneyOf(sums)}`,
  of: (limit: string | number) => `of ${dollars(limit)}`,
  callsOf: (calls: number, limit: number) => `${calls} of ${count(limit, "call")}`,
  budget: "Budget",
  calls: "Model calls",
  near: "near the limit",
  reached: "limit reached",
  total: "In all",
  facts: (sums: Sums) =>
    `${count(sums.calls, "call")}: ${sums.input.toLocaleString("en-GB")} tokens in (${sums.cached.toLocaleString("en-GB")} of them cached), ${sums.output.toLocaleString("en-GB")} out.`,
  time: (ms: number) => `${(ms / 1000).toFixed(1)} s of model time.`,
  priced: (dates: readonly string[]) => `Prices of ${dates.join(", ")}.`,
  estimated: "Some tokens are estimated from characters, since the provider does not count them.",
  by: { role: "By role", phase: "By phase", model: "By model" },
  columns: { calls: "Calls", input: "In", cached: "Cached", output: "Out", money: "Cost" },
  none: "Nothing was called yet.",
  noneHint: "Each model call is listed here as soon as its result is in the log.",
  judging: "judging",
  before: "before the first speech",
  roles: {
    speaker: "Speakers",
    moderator: "Chair",
    judge: "Judges",
    audience: "Simulated listeners",
    scorer: "Scorer of arguments",
    topic: "Inventor of motions",
  } as Readonly<Record<string, string>>,
  number: short,
};

export const events = {
  title: "Events",
  note: "The log of this debate. Everything on this page is made from it.",
  earlier: (number: number) => `Show ${number} earlier`,
  none: "The log is on its way.",
  filter: "Filter by type or place",
  nothing: "No event fits.",
  open: (seq: number) => `Event ${seq} as it is stored`,
};

export const panels = {
  open: "open",
  score: "Score",
  audience: "Audience",
  graph: "Graph",
  cost: cost.title,
  events: events.title,
};
