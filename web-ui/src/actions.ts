// Everything that a person can do here: one list that feeds buttons, keys, the palette and the help sheet.
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** What an action may use of the page around it. */
export interface ActionContext {
  readonly navigate: (to: string) => void;
  readonly path: string;
}

export interface Action {
  readonly id: string;
  readonly label: string;
  /** A heading of the palette and the help sheet. */
  readonly group: string;
  /** As tinykeys writes them: `t`, `Shift+ArrowLeft`, `$mod+k`. Several are alternatives. */
  readonly keys?: readonly string[];
  /** Works in fields too: for keys that no text needs, such as `$mod+k`. */
  readonly everywhere?: boolean;
  readonly when?: (context: ActionContext) => boolean;
  readonly run: (context: ActionContext) => unknown;
}

interface Registry {
  readonly sets: ReadonlyMap<symbol, readonly Action[]>;
}

const registry = createStore<Registry>(() => ({ sets: new Map() }));

/** Offer `actions`; returns a function that takes them back. Of two with one id, the one that came last counts. */
export function offer(actions: readonly Action[]): () => void {
  const own = Symbol("actions");
  registry.setState(({ sets }) => ({ sets: new Map(sets).set(own, actions) }));
  return () =>
    registry.setState(({ sets }) => {
      const rest = new Map(sets);
      rest.delete(own);
      return { sets: rest };
    });
}

function merged({ sets }: Registry): Action[] {
  const all = new Map<string, Action>();
  for (const actions of sets.values()) for (const action of actions) all.set(action.id, action);
  return [...all.values()];
}

/** The actions that are offered now, and whose `when` holds. */
export function available(context: ActionContext): Action[] {
  return merged(registry.getState()).filter((action) => action.when?.(context) ?? true);
}

/** Offer `actions` while the component is mounted. `run` and `when` are always those of the last render; a change of
 * ids, labels or keys offers them anew. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const shape = JSON.stringify(
    actions.map(({ id, label, group, keys, everywhere }) => [id, label, group, keys, everywhere]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for what is read of `latest` here
  useEffect(() => {
    const current = (id: string) => latest.current.find((action) => action.id === id);
    return offer(
      latest.current.map((action) => ({
        ...action,
        when: (context) => current(action.id)?.when?.(context) ?? true,
        run: (context) => current(action.id)?.run(context),
      })),
    );
  }, [shape]);
}

/** Every offered action; `when` is asked where they are shown. */
export function useOffered(): Registry["sets"] {
  return useStore(registry, ({ sets }) => sets);
}
