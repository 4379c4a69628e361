// How far a debate was seen in this browser, so that who opens it again is told what came since. Kept when a tab is
// left; holds numbers only, and of a few debates.

export interface Seen {
  readonly seq: number;
  readonly turns: number;
}

const KEY = "dissoi.seen";
const MOST = 100;

type All = Record<string, Seen>;

function all(): All {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as All) : {};
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return {}; // storage is closed to the page
    throw error;
  }
}

/** What was seen of a debate before; null = nothing is known. */
export function lastSeen(id: string): Seen | null {
  const seen = all()[id];
  return seen && Number.isInteger(seen.seq) && Number.isInteger(seen.turns) ? seen : null;
}

/** Remember how far a debate was seen; what another tab saw beyond it stays. */
export function keepSeen(id: string, seen: Seen): void {
  const { [id]: before, ...rest } = all();
  const further = before && before.seq > seen.seq ? before : seen;
  const kept = [...Object.entries(rest), [id, further] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // closed or full: nothing is told at the next visit
  }
}
