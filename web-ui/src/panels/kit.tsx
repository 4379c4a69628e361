// For tests of panels, dialogs and replay: the golden debate, and a debate that is open without a server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { DebateSession, type DebateState } from "../debate";
import { DebateProvider } from "../store";
import { fold } from "../wire/reducer";
import type { DebateMeta, DebateView, Envelope } from "../wire/types";

/** A log of tests/golden. */
export function golden(name: "nround" | "deb8flow" = "nround"): Envelope[] {
  const file = join(import.meta.dirname, `../../../tests/golden/${name}.jsonl`);
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Envelope);
}

export function viewOf(log: readonly Envelope[]): DebateView {
  return fold(log.map(({ event }) => event));
}

export const META: DebateMeta = {
  ...{ debate_id: "d", may: "owner", attended: false, here: false, trouble: null, created_at: "", updated_at: "" },
  ...{ forks: [], now: "2026-01-01T00:00:00Z" },
};

class Still extends DebateSession {
  override start(): void {}
}

export interface Given {
  readonly session: DebateSession;
  readonly set: (state: Partial<DebateState>) => void;
}

/** Draw `element` in an open debate whose state is `state`. */
export function draw(
  element: ReactElement,
  state: Partial<DebateState>,
  session: DebateSession = new Still("d"),
): Given {
  session.store.setState({ loaded: true, meta: META, ...state });
  const open = () => session;
  render(
    <DebateProvider id="d" open={open}>
      {element}
    </DebateProvider>,
  );
  return { session, set: (change) => session.store.setState(change) };
}
