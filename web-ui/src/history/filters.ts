// What of the list is shown, as it stands in the address. Pure.

export type StatusFilter = "" | "live" | "paused" | "finished";

export interface Filters {
  readonly q: string;
  readonly status: StatusFilter;
  readonly format: string;
  readonly outcome: string;
}

export const noFilters: Filters = { q: "", status: "", format: "", outcome: "" };
/** Debates of a page. A press of “Load more” brings the next: 300 rows are six presses away, so rows are not
 * virtualised, and find-in-page, print and screen readers meet a whole table. */
export const PAGE = 50;
const LIVE = ["new", "running"];
const STATUSES: readonly string[] = ["live", "paused", "finished"];

export function readFilters(search: string): Filters {
  const given = new URLSearchParams(search);
  const text = (name: string) => (given.get(name) ?? "").slice(0, 200);
  const status = text("status");
  return {
    ...{ q: text("q"), format: text("format"), outcome: text("outcome") },
    status: STATUSES.includes(status) ? (status as StatusFilter) : "",
  };
}

/** The query of the address, without its `?`; filters that say nothing are left out. */
export function writeFilters(filters: Filters): string {
  const given = Object.entries(filters).filter(([, value]) => value);
  return new URLSearchParams(given).toString();
}

export function filtered(filters: Filters): boolean {
  return Object.values(filters).some(Boolean);
}

/** Where debates that run are read; null where the filters leave none. */
export function livePath(filters: Filters): string | null {
  if (filters.outcome || !["", "live"].includes(filters.status)) return null;
  return path(filters, LIVE, null, 200);
}

/** Where a page of all others is read; null where the filters leave none. */
export function pagePath(filters: Filters, cursor: string | null): string | null {
  if (filters.status === "live") return null;
  return path(filters, filters.status ? [filters.status] : ["paused", "finished"], cursor, PAGE);
}

function path({ q, format, outcome }: Filters, statuses: readonly string[], cursor: string | null, limit: number) {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries({ search: q.trim(), format, outcome, cursor })) {
    if (value) query.set(name, value);
  }
  for (const status of statuses) query.append("status", status);
  return `/api/debates?${query}`;
}
