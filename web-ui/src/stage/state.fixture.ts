// For tests: the state of a debate that is loaded and connected, without a server.
import { DebateSession, type DebateState } from "../debate";

export function newState(): DebateState {
  return { ...new DebateSession("test").store.getState(), loaded: true };
}
