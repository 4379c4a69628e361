// How Python orders text and ids. Parallel branches end in any order, so what they add is kept sorted by id.

type Key = readonly (bigint | string)[];

const DIGITS = /^\p{Nd}+$/u;
const DIGIT = /^\p{Nd}$/u;

/** The value of a decimal digit of any script: digits of one script stand in runs of ten. */
function digit(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** Sort key under which `judge.2` comes before `judge.10`. */
function natural(id: string): Key {
  return id
    .replaceAll("/", ".")
    .split(".")
    .map((part) => (DIGITS.test(part) ? BigInt([...part].map(digit).join("")) : part));
}

/** Compare by code points, as Python does; `<` on strings compares UTF-16 units. */
export function compareText(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  for (let at = 0; at < Math.min(x.length, y.length); at += 1) {
    const gap = (x[at]?.codePointAt(0) ?? 0) - (y[at]?.codePointAt(0) ?? 0);
    if (gap) return gap;
  }
  return x.length - y.length;
}

function comparePart(a: bigint | string, b: bigint | string): number {
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : 1;
  return typeof b === "string" || a < b ? -1 : a > b ? 1 : 0;
}

/** Compare ids part by part, numbers by value and before words. */
export function compareIds(a: string, b: string): number {
  const [x, y] = [natural(a), natural(b)];
  for (let at = 0; at < Math.min(x.length, y.length); at += 1) {
    const [p, q] = [x[at], y[at]];
    const order = p === undefined || q === undefined ? 0 : comparePart(p, q);
    if (order) return order;
  }
  return x.length - y.length;
}

/** `items`, which are sorted by id, with `item` in its place, where it replaces the one of the same id. */
export function put<T>(items: readonly T[], item: T, id: (item: T) => string): T[] {
  const own = id(item);
  const found = items.findIndex((other) => (compareIds(id(other), own) || compareText(id(other), own)) >= 0);
  const at = found < 0 ? items.length : found;
  const here = items[at];
  const same = here !== undefined && id(here) === own;
  return [...items.slice(0, at), item, ...items.slice(at + (same ? 1 : 0))];
}
