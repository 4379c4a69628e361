// Who spent what: the usage that events carry, summed by role, phase and model. The log is read when somebody asks,
// and only what is new of it. Not here: the totals, which the view has; prices, which the server knows.
import { useEffect, useState } from "react";
import { cost as copy } from "../strings/cost";
import { api, problemOf } from "../wire/client";
import { add, isZero } from "../wire/decimal";
import { debatePath } from "../wire/stream";
import type { DebateEvent, DebateView, Envelope, Problem, Schemas, Usage } from "../wire/types";

export interface Spending {
  readonly seq: number;
  readonly role: string;
  readonly phase: string;
  readonly usage: Usage;
}

export interface Sum {
  readonly name: string;
  readonly calls: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly cost: string;
  readonly unpriced: number;
}

function roleOf(event: DebateEvent): string {
  switch (event.type) {
    case "turn.published":
      return event.side ? "speaker" : "moderator";
    case "moderator.acted":
      return "moderator";
    case "vote.cast":
      return "audience";
    case "ballot.cast":
      return "judge";
    case "argument.scored":
      return "scorer";
    case "topic.generated":
      return "topic";
    case "role.failed":
      return event.role;
    default:
      return event.type;
  }
}

function phaseOf(event: DebateEvent, view: DebateView): string {
  const slots = view.slots;
  if ("slot" in event && event.slot) return slots.find(({ id }) => id === event.slot)?.phase ?? "";
  if (event.type === "vote.cast") return slots.find(({ ballot }) => ballot === event.ballot)?.phase ?? "";
  if (event.type === "role.failed" && event.role === "speaker")
    return slots.find(({ id }) => id === event.id)?.phase ?? "";
  return ["judge", "scorer"].includes(roleOf(event)) ? copy.judging : copy.before;
}

/** What an event spent, or null. */
export function spendingOf({ seq, event }: Pick<Envelope, "seq" | "event">, view: DebateView): Spending | null {
  const usage = "usage" in event ? event.usage : null;
  return usage ? { seq, usage, role: roleOf(event), phase: phaseOf(event, view) } : null;
}

const EMPTY = { calls: 0, input: 0, cached: 0, output: 0, cost: "0", unpriced: 0 };

/** The sums of `spendings` by a name of each, in the order in which the names come up. */
export function sumBy(spendings: readonly Spending[], name: (spending: Spending) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const spending of spendings) {
    const { usage } = spending;
    const key = name(spending);
    const sum = sums.get(key) ?? { name: key, ...EMPTY };
    const calls = usage.calls ?? 1;
    const price = usage.cost ?? null;
    sums.set(key, {
      name: key,
      calls: sum.calls + calls,
      input: sum.input + (usage.input ?? 0),
      cached: sum.cached + (usage.cached ?? 0),
      output: sum.output + (usage.output ?? 0),
      cost: price === null || isZero(price) ? sum.cost : add(sum.cost, price),
      unpriced: sum.unpriced + (price === null ? calls : 0),
    });
  }
  return [...sums.values()];
}

interface Read {
  readonly spendings: readonly Spending[];
  readonly until: number;
}

const PAGE = 1000;

async function readOn(id: string, before: Read, view: DebateView, signal: AbortSignal): Promise<Read> {
  const { events, last_seq } = await api.get<Schemas["Log"]>(debatePath(id, "/log"), {
    signal,
    query: { after: before.until, limit: PAGE },
  });
  const found = events.map((envelope) => spendingOf(envelope, view)).filter((one) => one !== null);
  const spendings = found.length ? [...before.spendings, ...found] : before.spendings;
  return { spendings, until: Math.min(last_seq, before.until + PAGE) };
}

/** What the first `seq` events spent; null until it is known. */
export function useLedger(id: string, seq: number, view: DebateView) {
  const [read, setRead] = useState<Read>({ spendings: [], until: 0 });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    if (read.until >= seq) return;
    const leave = new AbortController();
    readOn(id, read, view, leave.signal)
      .then((next) => {
        setProblem(null);
        if (!leave.signal.aborted && next.until > read.until) setRead(next);
      })
      .catch((error) => !leave.signal.aborted && setProblem(problemOf(error)));
    return () => leave.abort();
  }, [id, seq, view, read, tries]);
  const spendings = read.until ? read.spendings.filter((one) => one.seq <= seq) : null;
  return { spendings, problem, retry: () => setTries((number) => number + 1) };
}
