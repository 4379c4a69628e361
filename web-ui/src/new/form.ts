// What every part of the form is given, and how boxes are found on the page.
import type { Catalogue } from "./catalogue";
import type { Draft, FormatCard } from "./draft";
import type { Faults } from "./faults";

export interface Form {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly faults: Faults;
  readonly catalogue: Catalogue;
  readonly card: FormatCard;
}

/** Marks the control of a box, for faults to be brought to it. */
export function box(name: string): { "data-box": string } {
  return { "data-box": name };
}

/** The boxes that are on the page, folded ones too, in its order. */
export function boxes(form: HTMLElement): string[] {
  return [...form.querySelectorAll<HTMLElement>("[data-box]")].map((element) => element.dataset.box ?? "");
}

export function boxAround(element: EventTarget | null): string {
  const found = element instanceof Element ? element.closest<HTMLElement>("[data-box]") : null;
  return found?.dataset.box ?? "";
}

/** Put the focus into a box, unfolding what it lies in. */
export function focusBox(form: HTMLElement, name: string): void {
  const element = form.querySelector<HTMLElement>(`[data-box="${CSS.escape(name)}"]`);
  const folded = element?.closest("details");
  if (folded) folded.open = true;
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center" }); // clear of the foot of the form
}
