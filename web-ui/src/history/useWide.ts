// Whether there is room for a table.
import { useSyncExternalStore } from "react";

const QUERY = "(min-width: 56rem)";

function follow(changed: () => void): () => void {
  const media = matchMedia(QUERY);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}

export function useWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(QUERY).matches);
}
