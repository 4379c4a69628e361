import { afterEach, describe, expect, it } from "vitest";
import type { Setup } from "../wire/types";
import { afterStart, amount, emptyDraft, keepDraft, keptDraft, length, readDraft, requestOf, whole } from "./draft";
import { draftOf } from "./duplicate";
import { duel, rounds } from "./kit";

afterEach(() => sessionStorage.clear());

describe("what the form asks for", () => {
  it("is nothing where nothing is typed, but time to vote where people may", () => {
    expect(requestOf(emptyDraft, duel)).toEqual({});
    expect(requestOf(emptyDraft, rounds)).toEqual({ vote_wait: 60 });
  });

  it("names only places and boxes of the chosen format", () => {
    const draft = {
      ...emptyDraft,
      ...{ each: true, models: { con: "m:c", judge: "m:j", government: "m:g", moderator: " " } },
      ...{ styles: { pro: "academic", government: "dry wit" }, rounds: "3", listeners: "5", judges: "3" },
    };
    const own = { models: { con: "m:c", judge: "m:j" }, styles: { pro: "academic" }, judges: 3 };
    expect(requestOf(draft, duel)).toEqual(own);
    expect(requestOf(draft, rounds)).toEqual({ ...own, rounds: 3, listeners: 5, vote_wait: 60 });
  });

  it("gives one model as one name, and models for each only while they are asked for", () => {
    const draft = { ...emptyDraft, model: " m:a ", models: { con: "m:c" } };
    expect(requestOf(draft, duel).models).toBe("m:a");
    expect(requestOf({ ...draft, each: true }, duel).models).toEqual({ default: "m:a", con: "m:c" });
  });

  it("steers an invented motion only where there is no other", () => {
    const draft = { ...emptyDraft, about: "the sea", info: "Slide.", keywords: "a, b;c" };
    expect(requestOf(draft, duel)).toEqual({ about: "the sea" });
    const motion = "Ban it";
    expect(requestOf({ ...draft, motion }, duel)).toEqual({ motion, info: "Slide.", keywords: ["a", "b", "c"] });
  });

  it("leaves out numbers that are none", () => {
    expect(requestOf({ ...emptyDraft, judges: "many", budget: "1,5 €", seed: "-1" }, duel)).toEqual({});
  });
});

describe("numbers in boxes", () => {
  it("are whole, none, or not a number", () => {
    expect([whole(" 3 "), whole(""), whole("0")]).toEqual([3, null, 0]);
    for (const text of ["x", "1.5", "-1", "1e3", "99999999999999999999"]) expect(whole(text)).toBeNaN();
  });

  it("of money take a comma, a point and a dollar sign", () => {
    expect([amount("0.50"), amount("$ 1,5"), amount(" ")]).toEqual(["0.50", "1.5", null]);
    for (const text of ["-1", "a lot", "1.", ".5"]) expect(amount(text)).toBe("");
  });

  it("of characters count as the server counts: code points, and a run of space as one", () => {
    expect([length("  a \n b "), length("😀😀")]).toEqual([3, 2]);
  });
});

describe("the draft", () => {
  it("survives in the tab, whatever stands in the storage", () => {
    const draft = { ...emptyDraft, motion: "Ban it", models: { con: "m:c" } };
    keepDraft(draft);
    expect(keptDraft()).toEqual(draft);
    for (const stored of ["", "{", "[]", "3", "null", '{"motion": 3, "models": null, "x": 1}', null]) {
      expect(readDraft(stored)).toEqual(emptyDraft);
    }
  });

  it("keeps the line-up for the next debate, and nothing of the motion", () => {
    const draft = { ...emptyDraft, motion: "Ban it", info: "Slide", seed: "4", model: "m:a", judges: "3" };
    expect(afterStart(draft)).toEqual({ ...emptyDraft, model: "m:a", judges: "3" });
  });
});

describe("a duplicate", () => {
  const setup = {
    motion: { text: "Ban it", title: null, info: "Slide.", keywords: ["a", "b"] },
    ...{ about: "", format: "rounds", rules: {}, vars: { rounds: 3 }, styles: { con: "dry wit" }, humans: [] },
    models: {
      default: { model: "m:a", temperature: 0.5, base_url: "http://secret", max_tokens: null },
      con: { model: "m:c", temperature: null },
    },
    ...{ judges: 3, listeners: 0, refine: false, check: "off", seed: 7, vote_wait: 30, origin: null },
    limits: { budget: "1.00", max_calls: null, max_revisions: 2, max_checks: 3 },
  } as unknown as Setup;

  it("asks for the same debate again, options of models too, but never for an address", () => {
    expect(requestOf(draftOf(setup, null), rounds)).toEqual({
      ...{ motion: "Ban it", info: "Slide.", keywords: ["a", "b"], format: "rounds", rounds: 3, judges: 3 },
      ...{ seed: 7, vote_wait: 30, budget: "1.00", styles: { con: "dry wit" } },
      models: { default: { model: "m:a", temperature: 0.5 }, con: "m:c" },
    });
  });

  it("drops the options of a model that another takes the place of", () => {
    const draft = { ...draftOf(setup, null), model: "m:new" };
    expect(requestOf(draft, rounds).models).toEqual({ default: "m:new", con: "m:c" });
  });

  it("takes the motion that was invented", () => {
    expect(draftOf({ ...setup, motion: null }, "Invented").motion).toBe("Invented");
  });
});
