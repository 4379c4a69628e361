// The draft of the form, kept in the tab at every change.
import { useCallback, useEffect, useRef, useState } from "react";
import { type Draft, keepDraft, keptDraft } from "./draft";

export interface DraftState {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** Put another in its place; returns what was there. */
  readonly replace: (draft: Draft) => Draft;
}

export function useDraft(): DraftState {
  const [draft, setDraft] = useState(keptDraft);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
    keepDraft(draft);
  }, [draft]);
  const change = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), []);
  const replace = useCallback((next: Draft) => {
    setDraft(next);
    return latest.current;
  }, []);
  return { draft, change, replace };
}
