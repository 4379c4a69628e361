// Deleting with an undo. The row goes at once; the server is told when the time for undoing is over, or the page is
// left. It lives apart from the screen, so that going elsewhere in the page neither undoes nor hurries it.
import { createStore } from "zustand/vanilla";
import { history as copy } from "../strings/history";
import { toast } from "../ui/toasts";
import { api, problemOf } from "../wire/client";
import { debatePath } from "../wire/stream";

/** How long a deletion can be undone, in milliseconds. */
export const UNDO = 6_000;

/** Ids of debates that are deleted, or will be. */
export const deleted = createStore<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));
const waiting = new Set<string>();

function mark(id: string, gone: boolean): void {
  const ids = new Set(deleted.getState().ids);
  if (gone) ids.add(id);
  else ids.delete(id);
  deleted.setState({ ids });
}

/** Delete a debate, unless it is undone in time. Twice is once. */
export function remove(id: string, motion: string): void {
  if (deleted.getState().ids.has(id)) return;
  mark(id, true);
  waiting.add(id);
  const undo = () => {
    if (!waiting.delete(id)) return;
    mark(id, false);
    toast(copy.deletion.undone);
  };
  toast(copy.deletion.done(motion), {
    stay: UNDO,
    action: { label: copy.deletion.undo, run: undo },
    onGone: () => send(id, motion),
  });
}

async function send(id: string, motion: string): Promise<void> {
  if (!waiting.delete(id)) return;
  try {
    await api.del(debatePath(id));
  } catch (error) {
    const problem = problemOf(error);
    if (problem.status === 404) return; // somebody else was faster
    mark(id, false);
    toast(copy.deletion.failed(motion, problem), { kind: "error" });
  }
}

/** Tell the server of all that waits, in a way that outlives the page. */
export function sendWaiting(): void {
  for (const id of waiting) {
    void fetch(debatePath(id), { method: "DELETE", keepalive: true }).catch(() => mark(id, false));
  }
  waiting.clear();
}

addEventListener("pagehide", sendWaiting);
