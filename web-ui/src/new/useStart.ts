// Start a debate once, however often the button is pressed and whatever becomes of the answer.
import { useCallback, useRef, useState } from "react";
import { ApiError, api, problemOf } from "../wire/client";
import type { Problem, Schemas } from "../wire/types";
import type { SetupRequest } from "./draft";

export interface Refusal {
  readonly problem: Problem;
  readonly retryAfter: number | null;
}

export interface Starter {
  readonly busy: boolean;
  /** The id of the new debate; null if it was refused (`refused` was called) or one is being started already. */
  readonly start: (request: SetupRequest) => Promise<string | null>;
}

/** A name for one wish. `randomUUID` exists only on secure origins; a server in the local network is none. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function useStart(refused: (refusal: Refusal) => void): Starter {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const unanswered = useRef<{ body: string; key: string } | null>(null);
  const start = useCallback(
    async (request: SetupRequest) => {
      if (running.current) return null;
      running.current = true;
      setBusy(true);
      const body = JSON.stringify(request);
      // The same wish again after an answer that was lost: the server may have heard the first.
      const key = unanswered.current?.body === body ? unanswered.current.key : newKey();
      unanswered.current = { body, key };
      try {
        const { debate_id } = await api.post<Schemas["Created"]>("/api/debates", request, { key });
        return debate_id; // it stays busy: the page leaves
      } catch (error) {
        const problem = problemOf(error);
        if (problem.code !== "network") unanswered.current = null;
        running.current = false;
        setBusy(false);
        refused({ problem, retryAfter: error instanceof ApiError ? error.retryAfter : null });
        return null;
      }
    },
    [refused],
  );
  return { busy, start };
}
