import { describe, expect, it } from "vitest";
import { isTame, splitBlocks } from "./blocks";

describe("splitBlocks", () => {
  it("cuts at blank lines between paragraphs", () => {
    expect(splitBlocks("One.\nStill one.\n\nTwo.\n\n\nThree.")).toEqual(["One.\nStill one.", "Two.", "Three."]);
  });

  it("keeps a loose list whole, with what is indented below its items", () => {
    const list = "- a\n\n- b\n\n  more of b\n\n1. c";
    expect(splitBlocks(`Before.\n\n${list}\n\nAfter.`)).toEqual(["Before.", list, "After."]);
  });

  it("keeps code whole over its blank lines, also while its end is still to come", () => {
    expect(splitBlocks("```py\na = 1\n\nb = 2\n```\n\nText.")).toEqual(["```py\na = 1\n\nb = 2\n```", "Text."]);
    expect(splitBlocks("~~~\none\n\n```\n\ntwo")).toEqual(["~~~\none\n\n```\n\ntwo"]);
  });

  it("keeps a table whole", () => {
    const table = "| a | b |\n| - | - |\n| 1 | 2 |";
    expect(splitBlocks(`${table}\n\nText.`)).toEqual([table, "Text."]);
  });

  it("shows definitions of links and notes as text instead of letting Markdown swallow them", () => {
    expect(splitBlocks("As said [1].\n\n[1]: https://example.org")).toEqual([
      "As said [1].",
      "\\[1]: https://example.org",
    ]);
    expect(splitBlocks("```\n[1]: x\n```")).toEqual(["```\n[1]: x\n```"]);
  });

  it("never changes a block that another block follows, whatever arrives", () => {
    const text =
      "First *one*.\n\n1. a\n\n2. b\n   - c\n\nSecond.\n\n```\nx\n\ny\n```\n\n> quote\n\n| a |\n| - |\n| 1 |\n\nEnd.";
    let before: string[] = [];
    for (let length = 1; length <= text.length; length += 1) {
      const now = splitBlocks(text.slice(0, length));
      const settled = before.slice(0, -1);
      expect(now.slice(0, settled.length)).toEqual(settled);
      before = now;
    }
    expect(before).toHaveLength(7);
  });

  it("has no blocks for blank text", () => {
    expect(splitBlocks(" \n\n")).toEqual([]);
  });
});

describe("isTame", () => {
  it("leaves what keep a parser busy is not drawn as Markdown, and what people write is", () => {
    for (const wild of [
      ">".repeat(10_000),
      `${"> ".repeat(41)}x`,
      `${"- ".repeat(41)}x`,
      "*a_".repeat(5000),
      "a".repeat(20_001),
    ]) {
      expect(isTame(wild)).toBe(false);
    }
    const table = `|${" a |".repeat(10)}\n`.repeat(100);
    for (const tame of [
      "",
      "> > > quoted",
      "1. a\n   - b\n     - c",
      "**bold** and [a](https://example.org)",
      table,
      "x ".repeat(5000),
    ]) {
      expect(isTame(tame)).toBe(true);
    }
  });
});
