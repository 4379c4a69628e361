// Forking as a wish that is sent once: what changes, under the names that the server knows. Not here: the form (Fork.tsx).
import { useRef, useState } from "react";
import { newKey } from "../new/useStart";
import { api, problemOf } from "../wire/client";
import { debatePath } from "../wire/stream";
import type { DebateView, Problem, Schemas } from "../wire/types";

export type Wishes = Readonly<Record<string, string>>;

/** The names that a side's or judge's model goes by: its seats where they have models of their own, else its own. */
export function modelKeys(view: DebateView, role: string): string[] {
  const seats = Object.keys(view.seats).filter((seat) => view.seats[seat] === role);
  const own = seats.filter((seat) => view.setup?.models[seat]);
  return own.length ? own : [role];
}

/** The model that a side or judge has now. */
export function modelOf(view: DebateView, role: string): string {
  const models = view.setup?.models ?? {};
  const general = role.startsWith("judge") ? "judge" : "speaker";
  const found = [...modelKeys(view, role), general, "default"].map((key) => models[key]).find(Boolean);
  return found?.model ?? "";
}

/** Only what was changed, by the names that the server knows. */
export function changes(view: DebateView, models: Wishes, styles: Wishes) {
  const given = (fields: Wishes) =>
    Object.entries(fields).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()] as const] : []));
  const wanted = given(models).flatMap(([role, model]) => modelKeys(view, role).map((key) => [key, model] as const));
  const spoken = given(styles);
  return {
    ...(wanted.length ? { models: Object.fromEntries(wanted) } : {}),
    ...(spoken.length ? { styles: Object.fromEntries(spoken) } : {}),
  };
}

/** `send` gives the id of the new debate, or null if the server refused: `problem` says why. */
export function useFork(id: string) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const sent = useRef({ body: "", key: "" });
  async function send(at: number, change: ReturnType<typeof changes>): Promise<string | null> {
    setProblem(null);
    const wish = { at, run: true, ...change };
    const body = JSON.stringify(wish);
    // The same wish again after an answer that was lost makes no second debate; another wish is another debate.
    if (sent.current.body !== body) sent.current = { body, key: newKey() };
    try {
      const { key } = sent.current;
      return (await api.post<Schemas["Created"]>(debatePath(id, "/fork"), wish, { key })).debate_id;
    } catch (error) {
      setProblem(problemOf(error));
      return null;
    }
  }
  return { problem, send };
}
