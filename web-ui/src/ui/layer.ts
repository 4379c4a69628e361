// The dialog that a component is in, if any: what it opens must open there, since a dialog covers all else.
import { createContext, type RefObject, useContext } from "react";

export const Layer = createContext<RefObject<HTMLElement | null> | null>(null);

/** Whether this is inside a dialog. */
export function useInDialog(): boolean {
  return useContext(Layer) !== null;
}

/** Where portals go: into the dialog around, else (undefined) to the end of the page. */
export function useLayer(): HTMLElement | undefined {
  return useContext(Layer)?.current ?? undefined;
}
