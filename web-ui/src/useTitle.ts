// The title of the tab while a screen is shown.
import { useEffect } from "react";
import { common } from "./strings";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${common.name}` : common.name;
  }, [title]);
}
