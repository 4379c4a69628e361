// The state of the open debate for components: a provider and a selector hook. What the state is: debate.ts.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { DebateSession, type DebateState } from "./debate";

export type { Connection, ConnectionState, DebateState, LiveText } from "./debate";

const Current = createContext<DebateSession | null>(null);

function watched(id: string): DebateSession {
  return new DebateSession(id);
}

interface DebateProviderProps {
  id: string;
  /** How it is opened; the same function each time. Left out: to be watched. */
  open?: (id: string) => DebateSession;
  children: ReactNode;
}

/** Opens the debate and watches it while mounted. Give it `key={id}`. */
export function DebateProvider({ id, open = watched, children }: DebateProviderProps) {
  const [session, setSession] = useState<DebateSession | null>(null);
  useEffect(() => {
    const opened = open(id);
    setSession(opened);
    opened.start();
    return () => opened.close();
  }, [id, open]);
  return session && <Current value={session}>{children}</Current>;
}

/** The actions of the open debate. Throws outside `DebateProvider`. */
export function useDebateSession(): DebateSession {
  const session = useContext(Current);
  if (!session) throw new Error("useDebate is used outside DebateProvider.");
  return session;
}

/** A part of the open debate's state; the component renders when that part changes. */
export function useDebate<T>(select: (state: DebateState) => T): T {
  return useStore(useDebateSession().store, select);
}

/** Hold what arrives from now on; only the display stands still. */
export function pauseDisplay(session: DebateSession): void {
  session.pauseDisplay();
}

/** Show what was held, and go on. */
export function resumeDisplay(session: DebateSession): void {
  session.resumeDisplay();
}
