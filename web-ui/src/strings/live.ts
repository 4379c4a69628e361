// Copy of the live debate (S2). Marks and silences say what src/dissoi/export/phrases.py says.
import type { ConnectionState } from "../wire/link";
import type { Turn } from "../wire/types";
import { audience } from "./audience";
import { count } from "./words";

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

/** What a model did that failed, by the kind of the failure; the message beside it says the rest. */
const FAILED: Readonly<Record<string, string>> = {
  timeout: "did not answer in time",
  cut: "broke off in the middle",
  empty: "said nothing",
  malformed: "gave no usable answer",
  refused: "refused to answer",
};

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
    states: { open: "Open", closed: "Closed", unclosed: audience.unclosed },
    unclosed: audience.unclosedHint,
    listened: (number: number) => `${count(number, "simulated listener has", "simulated listeners have")} voted`,
    abstained: (number: number) => `${number} abstained`,
    people: "People",
    simulated: "Simulated listeners",
    nobody: "Nobody voted",
    left: (ms: number) => `closes in ${clock(ms)}`,
    closing: "closes when its time is up",
    vote: "Open the ballot",
  },
  failure: {
    line: (who: string, kind: string) => `${who} ${FAILED[kind] ?? "did not answer"}.`,
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
    stopped: "Stopped",
    gone: "Gone",
    "too-new": "Reload to update",
  } satisfies Record<ConnectionState | "stopped" | "resting" | "retry" | "reload", unknown>,
  course: {
    pause: "Pause",
    pausing: "Pausing after the running step",
    resume: "Resume",
    goOn: "Go on",
    stop: "Stop",
    stopTitle: "Stop this debate for good?",
    stopText: "What was said stays. A stopped debate cannot be resumed; a paused one can.",
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
    limitedHint: "Nothing is lost. With a higher limit it goes on where it stopped.",
    change: "Other models or limits",
    modelFor: (role: string) => (role === "default" ? "Model for all" : `Model: ${role}`),
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
