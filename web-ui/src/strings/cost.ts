// Copy of what stands beside a live debate: its cost (S14), its events, the names of the panels.
import type { DebateView } from "../wire/types";
import { count, dollars } from "./words";

const short = (number: number) =>
  number < 1000
    ? String(number)
    : number < 1_000_000
      ? `${(number / 1000).toFixed(1)}k`
      : `${(number / 1_000_000).toFixed(1)}M`;

type Sums = Pick<DebateView["usage"], "calls" | "input" | "cached" | "output" | "cost" | "unpriced">;

/** Money as far as it is known; a price that is not known is never shown as 0. */
export function moneyOf({ calls, cost, unpriced }: Pick<Sums, "calls" | "cost" | "unpriced">): string {
  if (unpriced && (unpriced === calls || !Number(cost))) return "price unknown";
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
  taken: (seq: number) =>
    `Counted with what events 1 to ${seq} cost, which this debate took over and which were paid where they were made.`,
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
  secret: "A vote was cast. How, is told when its ballot closes.",
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
