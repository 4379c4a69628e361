// The list of debates for a component: read when filters change, looked at every 5 s while the tab is shown.
import { useCallback, useEffect, useRef, useState } from "react";
import { type Filters, readFilters, writeFilters } from "./filters";
import { emptyShelf, Shelf, type ShelfState } from "./shelf";

const EVERY = 5_000;

export interface ShelfView extends ShelfState {
  /** What is shown is of earlier filters: their rows stay until the answer is there. */
  readonly old: boolean;
  readonly refresh: () => Promise<void>;
  readonly more: () => Promise<void>;
}

export function useShelf(filters: Filters): ShelfView {
  const key = writeFilters(filters);
  const shelf = useRef<Shelf | null>(null);
  const [shown, setShown] = useState<{ key: string | null; state: ShelfState }>({ key: null, state: emptyShelf });
  useEffect(() => {
    const opened = new Shelf(readFilters(key), (state) => setShown({ key, state }));
    shelf.current = opened;
    void opened.refresh();
    const look = () => {
      if (document.visibilityState === "visible") void opened.look();
    };
    const timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      opened.close();
    };
  }, [key]);
  const refresh = useCallback(async () => shelf.current?.refresh(), []);
  const more = useCallback(async () => shelf.current?.more(), []);
  return { ...shown.state, old: shown.key !== key, refresh, more };
}
