// Who asks. A link or token is exchanged once for a cookie that scripts cannot read; nothing secret stays in the page,
// its address or its storage.
import { createStore } from "zustand/vanilla";
import { toast } from "./ui/toasts";
import { ApiError, api, onSignedOut, problemOf } from "./wire/client";
import type { Problem, Session, SignInRequest } from "./wire/types";

export interface Asker {
  /** The server does not know who asks. */
  readonly signedOut: boolean;
  /** Why the last attempt to sign in failed. */
  readonly problem: Problem | null;
  /** They came by a share link: there is no server of theirs to look after. */
  readonly guest: boolean;
}

/** Remembers over a reload of the tab that its person came by a share link; not which one. */
const KEY = "dissoi.guest";

function wasGuest(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false; // a browser that keeps nothing
  }
}

function setGuest(guest: boolean): void {
  asker.setState({ guest });
  try {
    if (guest) sessionStorage.setItem(KEY, "");
    else sessionStorage.removeItem(KEY);
  } catch {
    // the tab forgets it at a reload, no more
  }
}

export const asker = createStore<Asker>(() => ({ signedOut: false, problem: null, guest: wasGuest() }));

onSignedOut(() => asker.setState({ signedOut: true }));

/** Exchange a ticket, token or share for a session. Failures are kept in `asker`. */
export async function signIn(request: Partial<SignInRequest>): Promise<Session | null> {
  setGuest(Boolean(request.share));
  try {
    const session = await api.post<Session>("/api/session", request);
    asker.setState({ signedOut: false, problem: null });
    return session;
  } catch (error) {
    asker.setState({ signedOut: true, problem: problemOf(error) });
    return null;
  }
}

/** What a fragment asks for: `#ticket=…` (from dissoi serve), `#share=…` (a link to one debate), or nothing. */
export function readFragment(hash: string): Partial<SignInRequest> | null {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const [ticket, share] = [given.get("ticket"), given.get("share")];
  return ticket ? { ticket } : share ? { share } : null;
}

/** Somebody who came by a link that is spent may have a token as well. */
export function signInAsHost(): void {
  setGuest(false);
}

/** A link that is spent matters little to somebody whom the server knows by a cookie. */
async function lookAgain(request: Partial<SignInRequest>): Promise<void> {
  const { problem } = asker.getState();
  try {
    await api.get("/api/debates", { query: { limit: 1 } });
  } catch (error) {
    if (error instanceof ApiError) return; // still unknown: the sign-in says why
    throw error;
  }
  setGuest(false);
  asker.setState({ signedOut: false, problem: null });
  if (request.share && problem) toast(problem.detail, { kind: "error" });
}

/** Use the fragment of the address, if it is a key: it is gone from the address before it is sent. A share leads to
 * its debate. */
export async function enter(): Promise<void> {
  const request = readFragment(location.hash);
  if (!request) return;
  history.replaceState(null, "", location.pathname + location.search);
  const session = await signIn(request);
  if (!session) await lookAgain(request);
  if (session?.debate_id) history.replaceState(null, "", `/d/${encodeURIComponent(session.debate_id)}`);
}
