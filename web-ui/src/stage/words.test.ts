import { describe, expect, it } from "vitest";
import { countWords, wholeSentences } from "./words";

describe("countWords", () => {
  it("counts runs with a letter in them, as the engine does", () => {
    expect(countWords("Cities should — ban cars, in 2030.")).toBe(6);
    expect(countWords("")).toBe(0);
    expect(countWords("… !")).toBe(0);
  });

  it("counts each character of scripts without spaces", () => {
    expect(countWords("城市应该")).toBe(4);
    expect(countWords("城市 ban")).toBe(3);
  });
});

describe("wholeSentences", () => {
  it("gives the sentences that are surely over, and no part of the next", () => {
    const { sentences, length } = wholeSentences("One here. Is two? Three is not");
    expect(sentences).toEqual(["One here.", "Is two?"]);
    expect("One here. Is two? Three is not".slice(length)).toBe(" Three is not");
  });

  it("waits with a full stop at the very end: a number may go on", () => {
    expect(wholeSentences("It costs 3.").sentences).toEqual([]);
    expect(wholeSentences("It costs 3.5 now. ").sentences).toEqual(["It costs 3.5 now."]);
  });
});
