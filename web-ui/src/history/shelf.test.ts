import { afterEach, describe, expect, it, vi } from "vitest";
import { type Asked, problem, serve, summary } from "../new/kit";
import { noFilters } from "./filters";
import { merged, Shelf, type ShelfState } from "./shelf";

afterEach(() => vi.unstubAllGlobals());

const rows = (...ids: string[]) => ids.map((id) => summary(id));
const ids = (list: readonly { debate_id: string }[]) => list.map(({ debate_id }) => debate_id).join("");
const ofLive = ({ query }: Asked) => query.getAll("status").includes("running");

describe("a fresh first page", () => {
  const old = { items: rows("f", "e", "d", "c", "b", "a"), next: "a" };
  const refreshed = (fresh: string[], next: string | null) => {
    const { items, next: then } = merged(old, { items: rows(...fresh), next });
    return `${ids(items)} ${then}`;
  };

  it("brings what is new, and leaves the pages below it", () => {
    expect(refreshed(["g", "f", "e", "d"], "d")).toBe("gfedcba a");
  });

  it("takes away what is gone from its stretch", () => {
    expect(refreshed(["f", "d", "c"], "c")).toBe("fdcba a");
    expect(refreshed(["e", "d"], "d")).toBe("edcba a");
  });

  it("is all that is known where it shares nothing with the old one, or is the last", () => {
    expect(refreshed(["z", "y"], "y")).toBe("zy y");
    expect(refreshed(["f", "e"], null)).toBe("fe null");
    expect(refreshed([], null)).toBe(" null");
  });

  it("goes on where it ends, if it reaches the end of the old rows", () => {
    expect(refreshed(["b", "a"], "a2")).toBe("ba a2");
  });
});

describe("the list", () => {
  function opened(answer: (asked: Asked) => unknown) {
    const seen: ShelfState[] = [];
    const log = serve({ "GET /api/debates": answer });
    return { shelf: new Shelf(noFilters, (state) => seen.push(state)), seen, log };
  }

  it("pages by cursor, without a row twice", async () => {
    const { shelf } = opened((asked) => {
      if (ofLive(asked)) return { items: rows("L"), next: null };
      return asked.query.get("cursor") === "2"
        ? { items: rows("b", "a"), next: null }
        : { items: rows("c", "b"), next: "2" };
    });
    await shelf.refresh();
    expect([ids(shelf.state.live), ids(shelf.state.items), shelf.state.next]).toEqual(["L", "cb", "2"]);
    await shelf.more();
    expect([ids(shelf.state.items), shelf.state.next]).toEqual(["cba", null]);
  });

  it("reads the whole again only when a debate began or ended", async () => {
    let running = rows("L");
    const { shelf, log } = opened((asked) => ({ items: ofLive(asked) ? running : rows("a"), next: null }));
    await shelf.refresh();
    await shelf.look();
    expect(log.map(ofLive)).toEqual([true, false, true]);
    running = [];
    await shelf.look();
    expect(log.map(ofLive).slice(3)).toEqual([true, true, false]);
    expect(shelf.state.live).toEqual([]);
  });

  it("keeps its rows when a refresh fails, says so, and is whole again after the next look", async () => {
    let away = false;
    const { shelf } = opened(() => (away ? problem(503, { detail: "Busy." }) : { items: rows("a"), next: null }));
    await shelf.refresh();
    away = true;
    await shelf.look();
    expect([ids(shelf.state.items), shelf.state.problem?.detail]).toEqual(["a", "Busy."]);
    away = false;
    await shelf.look();
    expect(shelf.state.problem).toBe(null);
  });

  it("keeps its rows when the next page fails, and can be asked again", async () => {
    let away = true;
    const { shelf } = opened(({ query }) => {
      if (!query.has("cursor")) return { items: rows("b"), next: "1" };
      return away ? problem(503, { detail: "Busy." }) : { items: rows("a"), next: null };
    });
    await shelf.refresh();
    await shelf.more();
    expect([ids(shelf.state.items), shelf.state.moreProblem?.detail, shelf.state.next]).toEqual(["b", "Busy.", "1"]);
    away = false;
    await shelf.more();
    expect([ids(shelf.state.items), shelf.state.moreProblem]).toEqual(["ba", null]);
  });

  it("says nothing once it is closed", async () => {
    const { shelf, seen } = opened(() => ({ items: [], next: null }));
    const reading = shelf.refresh();
    shelf.close();
    await reading;
    expect(seen).toEqual([]);
  });
});
