// How sides are told apart everywhere: a number for colour (data-side), a letter, and a place.

export interface SideMark {
  /** 1 to 4 for the first four sides, 0 for the chair and whoever has no side. */
  readonly index: 0 | 1 | 2 | 3 | 4;
  readonly letter: string;
  readonly name: string;
}

const NOBODY: SideMark = { index: 0, letter: "", name: "" };

/** The mark of `side` among `sides`. Letters are initials where these differ, else A, B, C… */
export function sideMark(sides: readonly string[], side: string | null | undefined): SideMark {
  const at = side ? sides.indexOf(side) : -1;
  if (!side || at < 0) return NOBODY;
  const initials = sides.map((name) => [...name][0]?.toLocaleUpperCase() ?? "");
  const distinct = new Set(initials).size === sides.length;
  const letter = distinct ? (initials[at] ?? "") : String.fromCharCode(65 + at);
  const index = (at < 4 ? at + 1 : 0) as SideMark["index"];
  return { index, letter, name: side.charAt(0).toLocaleUpperCase() + side.slice(1) };
}
