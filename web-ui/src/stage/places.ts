// Going to places on the stage: to an element, a turn on or back, a phase on or back. Only when somebody asks for it.
import { mayMove } from "../prefs";

/** Below the bar that stays on top, in pixels. */
const TOP = 96;

/** Scroll to the element with `id` and give it the focus. */
export function goTo(id: string): void {
  const element = document.getElementById(id);
  if (element) arrive(element);
}

function arrive(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "start", behavior: mayMove() ? "smooth" : "instant" });
}

/** Which of `tops` (distances from the window's top, ascending) is the place `by` from where the reader is; null =
 * there is none. */
export function placeFrom(tops: readonly number[], by: 1 | -1, line: number = TOP): number | null {
  if (by > 0) {
    const next = tops.findIndex((top) => top > line + 1);
    return next < 0 ? null : next;
  }
  const before = tops.findLastIndex((top) => top < line - 1);
  return before < 0 ? null : before;
}

function seen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > TOP;
}

/** The next or the last turn or phase, from the one that has the focus and is seen, else from the top of the window. */
export function step(of: "turn" | "phase", by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(`.stage [data-${of}]`)];
  const here = all.findIndex((element) => element.contains(document.activeElement) && seen(element));
  const tops = all.map((element) => element.getBoundingClientRect().top);
  const found = here < 0 ? placeFrom(tops, by) : here + by;
  const element = found === null ? undefined : all[found];
  if (element) arrive(element);
}
