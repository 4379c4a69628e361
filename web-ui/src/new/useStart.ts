// Start a debate once, however often the button is pressed, whatever becomes of the answer or of the page.
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

interface Wish {
  readonly body: string;
  readonly key: string;
}

const KEY = "dissoi.wish";

/** The wish of this tab that no answer came to: the server may have heard it. */
function unanswered(): Wish | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Wish | null;
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null; // storage is closed to the page
    throw error;
  }
}

function remember(wish: Wish | null): void {
  try {
    if (wish) sessionStorage.setItem(KEY, JSON.stringify(wish));
    else sessionStorage.removeItem(KEY);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // closed or full: only a reload can then start a second debate
  }
}

export function useStart(refused: (refusal: Refusal) => void): Starter {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const last = useRef<Wish | null>(null);
  const start = useCallback(
    async (request: SetupRequest) => {
      if (running.current) return null;
      running.current = true;
      setBusy(true);
      const body = JSON.stringify(request);
      const before = last.current ?? unanswered();
      const key = before?.body === body ? before.key : newKey();
      last.current = { body, key };
      remember(last.current);
      try {
        const { debate_id } = await api.post<Schemas["Created"]>("/api/debates", request, { key });
        remember(null);
        return debate_id; // it stays busy: the page leaves
      } catch (error) {
        const problem = problemOf(error);
        if (problem.code !== "network") {
          last.current = null;
          remember(null);
        }
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
