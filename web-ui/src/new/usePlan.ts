// The live preview: what the debate of the form would take. Asked for when typing rests; the last answer wins.
import { useCallback, useEffect, useState } from "react";
import { api, problemOf } from "../wire/client";
import type { Problem, Schemas } from "../wire/types";
import type { SetupRequest } from "./draft";

export type Plan = Schemas["Plan"];

export interface Planned {
  readonly plan: Plan | null;
  readonly problem: Problem | null;
  /** What is shown is of an earlier form. */
  readonly old: boolean;
  readonly again: () => void;
}

const REST = 400;

/** `request` null = not yet. */
export function usePlan(request: SetupRequest | null, rest: number = REST): Planned {
  const [plan, setPlan] = useState<Plan | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [of, setOf] = useState("");
  const [tries, setTries] = useState(0);
  const wanted = request && JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    if (wanted === null) return;
    const gone = new AbortController();
    const ask = async () => {
      try {
        const found = await api.post<Plan>("/api/debates/plan", JSON.parse(wanted), { signal: gone.signal });
        if (gone.signal.aborted) return;
        setPlan(found);
        setProblem(null);
      } catch (error) {
        if (gone.signal.aborted) return;
        setProblem(problemOf(error));
      }
      setOf(wanted);
    };
    const timer = setTimeout(() => void ask(), rest);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [wanted, rest, tries]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  return { plan, problem, old: of !== wanted, again };
}
