import { describe, expect, it } from "vitest";
import type { Problem } from "../wire/types";
import { emptyDraft } from "./draft";
import { boxOf, faultsOf, faulty } from "./faults";
import { defaults, duel } from "./kit";
import { lack, remark, suggestions } from "./models";

const at = (field: string | null) => ({ field }) as Problem;
const BOXES = ["motion", "format", "models", "models.pro", "styles.pro", "styles.con", "judges", "budget"];

describe("the box of a problem", () => {
  it("is the one that the server names", () => {
    for (const box of BOXES) expect(boxOf(at(box), BOXES)).toBe(box);
  });

  it("is the next one where that box is not on the page", () => {
    expect(boxOf(at("models.default"), BOXES)).toBe("models");
    expect(boxOf(at("models.judge"), BOXES)).toBe("models");
    expect(boxOf(at("styles"), BOXES)).toBe("styles.pro");
  });

  it("is none where the problem is about no box", () => {
    for (const field of [null, "", "rounds", "title"]) expect(boxOf(at(field), BOXES)).toBe(null);
  });
});

describe("faults that the page sees", () => {
  it("are none in an empty form", () => {
    expect(faultsOf(emptyDraft, duel, defaults)).toEqual({});
  });

  it("stand at their boxes, topmost first", () => {
    const draft = { ...emptyDraft, motion: "x".repeat(101), judges: "12", budget: "lots", seed: "x" };
    const faults = faultsOf(draft, duel, defaults);
    expect(faulty(faults)).toEqual(["motion", "judges", "budget", "seed"]);
    expect(faults.motion).toContain("101 characters; 100 are allowed");
    expect(faults.judges).toContain("1 to 9 judges, not 12");
    expect(faulty({ "styles.con": "x", "models.pro": "x", about: "x" })).toEqual(["about", "models.pro", "styles.con"]);
  });
});

describe("names of models", () => {
  const models = {
    providers: [
      { provider: "openai", state: "no key", key: "OPENAI_API_KEY", remedy: "Set it." },
      { provider: "mistral", state: "ready", key: "MISTRAL_API_KEY", remedy: "" },
      { provider: "ollama", state: "not running", key: "", remedy: "Start it." },
    ],
    ...{ suggested: ["local:tiny", "scripted:demo"], scripted: { demo: "plays", echo: "repeats" } },
    ...{ auto: "local:tiny", auto_reason: "" },
  };

  it("are offered once each, what is ready before what lacks something", () => {
    expect(suggestions(models).map(({ value }) => value)).toEqual([
      ...["local:tiny", "scripted:demo", "scripted:echo", "mistral:", "openai:", "ollama:"],
    ]);
  });

  it("say what their provider lacks, by the name of the key", () => {
    expect(remark("openai:gpt", models)).toContain("OPENAI_API_KEY");
    expect(remark("ollama:x", models)).toContain("Start it.");
    for (const name of ["mistral:x", "local:tiny", "", "openai", "strange:x"]) expect(remark(name, models)).toBe("");
    expect(lack({ provider: "p", state: "not installed", key: "", remedy: "" })).toBe("not installed");
  });
});
