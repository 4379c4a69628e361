// Files dropped anywhere on the page. Without it, a browser would leave the page and show the file.
import { useEffect, useState } from "react";

/** Whether a file is held over the page now. */
export function useDrop(take: (files: FileList) => unknown): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const files = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const hold = (event: DragEvent) => {
      if (!files(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false); // it left the window, not only an element
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!files(event) || !event.dataTransfer) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    };
    const handlers = { dragenter: hold, dragover: hold, dragleave: leave, drop };
    for (const [name, handler] of Object.entries(handlers)) addEventListener(name, handler as EventListener);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) removeEventListener(name, handler as EventListener);
    };
  }, [take]);
  return over;
}
