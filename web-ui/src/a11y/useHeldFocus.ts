// Keeps the focus in a part of the page whose controls come and go: when what had it is gone, the part itself takes it.
import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/** Spread over the part, which takes the focus by script only. */
export interface HeldFocus<T extends HTMLElement> {
  readonly ref: RefObject<T | null>;
  readonly tabIndex: -1;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** `last`: parts within it come first. */
export function useHeldFocus<T extends HTMLElement>({ last = false } = {}): HeldFocus<T> {
  const ref = useRef<T>(null);
  const inside = useRef(false);
  useEffect(() => {
    const part = ref.current;
    if (!part) return;
    const hold = () => {
      if (inside.current && document.activeElement === document.body) part.focus({ preventScroll: last });
    };
    const observer = new MutationObserver(() => void (last ? setTimeout(hold) : hold()));
    observer.observe(part, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [last]);
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      inside.current = true;
    },
    // What is hidden or taken out of the page loses the focus to nothing: that is no leaving.
    onBlur: ({ target, relatedTarget }) => {
      const left = relatedTarget instanceof Node ? !ref.current?.contains(relatedTarget) : target.checkVisibility();
      if (left) inside.current = false;
    },
  };
}
