// Whether the page follows what is being said: only while its reader is at the end, selects nothing and is not reading
// elsewhere. Scrolling is the page's own, so that finding, printing and phones work as they do everywhere.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { mayMove } from "../prefs";

/** So near to the end counts as at the end, in pixels. */
export const NEAR_END = 80;

export interface Look {
  readonly pinned: boolean;
  /** How far the end is below the window's foot, in pixels. */
  readonly distance: number;
  /** How far the page was scrolled since the last look; negative = upwards. */
  readonly moved: number;
}

/** Whether the page follows after a scroll. Text that grows scrolls nothing, so it never lets go. */
export function pinnedAfter({ pinned, distance, moved }: Look): boolean {
  if (distance <= NEAR_END) return true;
  return moved < 0 ? false : pinned;
}

/** Whether text within `element` is selected. */
export function selects(element: Element | null, selection: Selection | null): boolean {
  return Boolean(selection && !selection.isCollapsed && element?.contains(selection.anchorNode));
}

export interface Follow {
  /** The end is in view, or kept in view. */
  readonly pinned: boolean;
  readonly toEnd: () => void;
}

/** The end is seen when its margin (`scroll-margin-bottom`) is: nothing that stays at the foot may cover it. */
function distanceOf(element: Element): number {
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginBottom) || 0;
  return element.getBoundingClientRect().bottom + margin - innerHeight;
}

/** Follow the end of `stage` while the reader is there. `start`: begin at the end. */
export function useFollow(stage: RefObject<HTMLElement | null>, start: boolean): Follow {
  const [pinned, setPinned] = useState(start);
  const now = useRef({ pinned: start, y: 0 });
  const settle = useCallback((value: boolean) => {
    now.current.pinned = value;
    setPinned(value);
  }, []);
  const jump = useCallback(
    (behavior: ScrollBehavior) => {
      const { current } = stage;
      if (current) scrollTo({ top: scrollY + distanceOf(current), behavior });
    },
    [stage],
  );
  useEffect(() => {
    const { current } = stage;
    if (!current) return;
    now.current.y = scrollY;
    if (now.current.pinned) jump("instant");
    const scrolled = () => {
      const look = { pinned: now.current.pinned, distance: distanceOf(current), moved: scrollY - now.current.y };
      now.current.y = scrollY;
      settle(pinnedAfter(look));
    };
    const grown = new ResizeObserver(() => {
      if (now.current.pinned && !selects(current, getSelection())) jump("instant");
      else scrolled();
    });
    grown.observe(current);
    addEventListener("scroll", scrolled, { passive: true });
    return () => {
      grown.disconnect();
      removeEventListener("scroll", scrolled);
    };
  }, [stage, jump, settle]);
  const toEnd = useCallback(() => {
    getSelection()?.removeAllRanges();
    settle(true);
    jump(mayMove() ? "smooth" : "instant");
  }, [jump, settle]);
  return { pinned, toEnd };
}
