// For tests: components in an open debate whose state is given, without a server.
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { DebateSession, type DebateState } from "../debate";
import { DebateProvider } from "../store";
import type { DebateMeta } from "../wire/types";

class GivenSession extends DebateSession {
  override start(): void {}
}

export const META: DebateMeta = {
  ...{ debate_id: "test", may: "owner", attended: true, here: true, trouble: null, forks: [] },
  ...{ created_at: "2030-01-01T00:00:00Z", updated_at: "2030-01-01T00:00:00Z", now: "2030-01-01T00:00:00Z" },
};

/** Renders `children` in a debate with `state`; returns what `render` does, and the session. */
export function renderIn(state: Partial<DebateState>, children: ReactNode) {
  const session = new GivenSession("test");
  session.store.setState({ loaded: true, meta: META, ...state });
  const open = () => session;
  const page = render(
    <DebateProvider id="test" open={open}>
      {children}
    </DebateProvider>,
  );
  return { ...page, session };
}
