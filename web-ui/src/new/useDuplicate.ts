// `?from=<id>`: the form is filled with the setup of a debate that was. What stood in it can be brought back.
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { to } from "../routes";
import { fresh } from "../strings/new";
import { api, problemOf } from "../wire/client";
import { debatePath } from "../wire/stream";
import type { DebateDocument, Problem } from "../wire/types";
import type { Draft } from "./draft";
import { draftOf } from "./duplicate";

export interface Duplicate {
  /** The form as it was before. */
  readonly before: Draft | null;
  /** The format of the duplicated debate. */
  readonly format: string;
  readonly problem: Problem | null;
  /** It is being fetched. */
  readonly waiting: boolean;
}

const NONE: Duplicate = { before: null, format: "", problem: null, waiting: false };

/** `take` replaces the draft and returns what it was. The address loses `from` once it is done: a reload then keeps
 * what was changed since. */
export function useDuplicate(take: (draft: Draft) => Draft): [Duplicate, () => void] {
  const from = new URLSearchParams(useSearch()).get("from");
  const [, navigate] = useLocation();
  const [state, setState] = useState<Duplicate>(NONE);
  useEffect(() => {
    if (!from) return;
    const gone = new AbortController();
    setState({ ...NONE, waiting: true });
    api.get<DebateDocument>(debatePath(from), { signal: gone.signal }).then(
      ({ view }) => {
        if (gone.signal.aborted) return;
        if (!view.setup) return setState({ ...NONE, problem: problemOf(new Error(fresh.duplicate.failed)) });
        const before = take(draftOf(view.setup, view.motion?.text ?? null));
        setState({ ...NONE, before, format: view.setup.format });
        navigate(to.new, { replace: true });
      },
      (error) => {
        if (!gone.signal.aborted) setState({ ...NONE, problem: problemOf(error) });
      },
    );
    return () => gone.abort();
  }, [from, take, navigate]);
  return [state, () => setState(NONE)];
}
