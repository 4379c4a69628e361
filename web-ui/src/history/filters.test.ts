import { describe, expect, it } from "vitest";
import { filtered, livePath, noFilters, pagePath, readFilters, writeFilters } from "./filters";

describe("filters in the address", () => {
  it("come back as they went", () => {
    const filters = { q: "cars & “bikes”", status: "paused", format: "nround", outcome: "draw" } as const;
    expect(readFilters(`?${writeFilters(filters)}`)).toEqual(filters);
    expect([writeFilters(noFilters), filtered(noFilters), filtered(filters)]).toEqual(["", false, true]);
  });

  it("are none where the address says nothing that is known", () => {
    expect(readFilters("?status=asleep&page=3")).toEqual(noFilters);
    expect(readFilters(`?q=${"x".repeat(999)}`).q.length).toBe(200);
  });
});

describe("what is read", () => {
  const query = (path: string | null) => [...new URLSearchParams(path?.split("?")[1])].map((pair) => pair.join("="));

  it("is every debate once: those that run, and pages of the others", () => {
    expect(query(livePath(noFilters))).toEqual(["limit=200", "status=new", "status=running"]);
    expect(query(pagePath(noFilters, "9"))).toEqual(["limit=50", "cursor=9", "status=paused", "status=finished"]);
  });

  it("follows the filters, and is nothing where they exclude all", () => {
    const paused = { ...noFilters, status: "paused", q: " cars " } as const;
    expect([livePath(paused), query(pagePath(paused, null))]).toEqual([
      null,
      ["limit=50", "search=cars", "status=paused"],
    ]);
    expect(pagePath({ ...noFilters, status: "live" }, null)).toBe(null);
    expect(livePath({ ...noFilters, outcome: "draw" })).toBe(null);
  });
});
