// Recorded nouns as the view holds them: what the wire leaves out (null members, defaults of older logs) is filled in,
// as the Python models do when they read a log. Not here: what events add up to (reducer.ts).
import { decimal } from "./decimal";
import type { ArgumentScore, Ballot, DebateView, Limits, ModelChoice, Motion, Setup, Slot, Verdict } from "./types";

const MOTION = { title: null, info: null, keywords: [] };
const MODEL = {
  temperature: null,
  max_tokens: null,
  thinking_budget: null,
  timeout: null,
  max_retries: null,
  base_url: null,
};
const LIMITS: Limits = { budget: null, max_calls: null, max_revisions: 2, max_checks: 3 };
const SLOT = {
  seat: "",
  side: "",
  seconds: null,
  words: null,
  new: "all" as const,
  role: "",
  ballot: "",
  voters: "",
};
const SETUP = {
  about: "",
  vars: {},
  styles: {},
  humans: [],
  judges: null,
  listeners: 0,
  refine: false,
  check: "off" as const,
  seed: 0,
  vote_wait: 0,
  origin: null,
};

export function motion(given: Motion): Motion {
  return { ...MOTION, ...given };
}

export function limits(given: Limits | null | undefined): Limits {
  const all = { ...LIMITS, ...given };
  return all.budget == null ? all : { ...all, budget: decimal(all.budget) };
}

export function models(given: Record<string, ModelChoice>): Record<string, ModelChoice> {
  return Object.fromEntries(Object.entries(given).map(([key, choice]) => [key, { ...MODEL, ...choice }]));
}

export function slot(given: Slot): Slot {
  return { ...SLOT, ...given };
}

export function setup(given: Setup): Setup {
  return {
    ...SETUP,
    ...given,
    motion: given.motion ? motion(given.motion) : null,
    models: models(given.models),
    limits: limits(given.limits),
  };
}

export function ballot(given: Ballot): Ballot {
  return { ...{ model: "", rfd: "", asked: 1 }, ...given };
}

export function argument(given: ArgumentScore): ArgumentScore {
  return { ...{ reason: "" }, ...given };
}

export function verdict(given: Verdict): Verdict {
  return { ...{ winner: null, tied: [], tied_ballots: 0, impaired: [] }, ...given };
}

/** A debate of which nothing is known yet. */
export const emptyView: DebateView = {
  setup: null,
  motion: null,
  sides: [],
  seats: {},
  slots: [],
  judges: 0,
  status: "new",
  pause: "",
  phase: "",
  floor: "",
  awaiting: "",
  inbox: 0,
  introduction: null,
  turns: [],
  polls: [],
  ballots: [],
  arguments: [],
  failures: [],
  verdict: null,
  outcome: null,
  winner: null,
  reason: "",
  usage: { calls: 0, input: 0, cached: 0, output: 0, cost: "0", unpriced: 0, milliseconds: 0 },
};
