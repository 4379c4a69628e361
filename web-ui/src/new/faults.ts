// What is wrong with the form, box by box: what can be seen here at once, and what the server said about a box.
import { fresh as copy } from "../strings/new";
import type { Problem, Schemas } from "../wire/types";
import { amount, type Draft, type FormatCard, length, whole } from "./draft";

/** Box -> sentence. Boxes are named as in the request: `motion`, `models`, `models.pro`, `styles.con`, `rounds`… */
export type Faults = Readonly<Record<string, string>>;
export type Defaults = Schemas["Defaults"];

/** In the order of the page, so that the first fault is the topmost. */
const ORDER = [
  ...["motion", "about", "format", "rounds", "models", "styles", "judges", "listeners", "vote_wait"],
  ...["info", "keywords", "budget", "max_calls", "seed"],
];
/** Boxes that are folded away. */
export const FOLDED = ["info", "keywords", "budget", "max_calls", "seed"];

/** What this page can tell without asking. */
export function faultsOf(draft: Draft, card: FormatCard | undefined, defaults: Defaults): Faults {
  const faults: Record<string, string> = {};
  const [motion, info] = [length(draft.motion), [...draft.info].length];
  if (motion > defaults.motion_limit) faults.motion = copy.motion.tooLong(motion, defaults.motion_limit);
  if (info > defaults.info_limit) faults.info = copy.more.infoTooLong(info, defaults.info_limit);
  for (const [name, words] of Object.entries(copy.numbers)) {
    if (Number.isNaN(whole(draft[name as keyof typeof copy.numbers]))) faults[name] = words;
  }
  const judges = whole(draft.judges);
  if (card && judges !== null && (judges < card.judges_low || judges > card.judges_high)) {
    faults.judges = copy.judgesRange(card.title, card.judges_low, card.judges_high, judges);
  }
  if (amount(draft.budget) === "") faults.budget = copy.money;
  return faults;
}

/**
 * The box that a problem is about among the boxes of the page; null = none. `models.pro` without a box of its own is
 * the box of all models, and a name without a box for all is the first of its kind.
 */
export function boxOf(problem: Problem, boxes: readonly string[]): string | null {
  const field = problem.field?.replace(/^models\.default$/, "models") ?? "";
  if (!field) return null;
  if (boxes.includes(field)) return field;
  const kind = field.split(".")[0] ?? field;
  if (boxes.includes(kind)) return kind;
  return boxes.find((box) => box.startsWith(`${kind}.`)) ?? null;
}

/** Sentence and what to do, as one text. */
export function told(problem: Problem): string {
  return problem.hint ? `${problem.detail} ${problem.hint}` : problem.detail;
}

/** Boxes with a fault, topmost first. */
export function faulty(faults: Faults): string[] {
  const place = (box: string) => ORDER.indexOf(box.split(".")[0] ?? box);
  return Object.keys(faults).sort((a, b) => place(a) - place(b));
}
