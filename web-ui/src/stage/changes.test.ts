import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { DebateView, Setup } from "../wire/types";
import { amountOf, resumeRequest } from "./changes";

const view: DebateView = JSON.parse(readFileSync("../tests/golden/nround.view.json", "utf8"));
const agreed = view.setup as Setup;
const capped: Setup = { ...agreed, limits: { max_revisions: 2, max_checks: 3, budget: "0.50", max_calls: 9 } };
const same = { default: "scripted:demo" };

describe("amountOf", () => {
  it("takes numbers of 0 or more, with a point or a comma", () => {
    expect([amountOf("0.5"), amountOf("0,5"), amountOf(" 3 "), amountOf("0")]).toEqual(["0.5", "0.5", "3", "0"]);
  });

  it("tells what is missing from what is wrong", () => {
    expect(amountOf("")).toBeNull();
    expect([amountOf("-1"), amountOf("x"), amountOf("1e3"), amountOf("NaN")]).toEqual(Array(4).fill(undefined));
  });
});

describe("resumeRequest", () => {
  it("asks for nothing where nothing was changed", () => {
    expect(resumeRequest(capped, same, "0.5", "9")).toEqual({});
    expect(resumeRequest(agreed, same, "", "")).toEqual({});
  });

  it("asks for what differs only", () => {
    expect(resumeRequest(capped, { default: " openai:gpt " }, "2", "9")).toEqual({
      models: { default: "openai:gpt" },
      limits: { budget: "2" },
    });
    expect(resumeRequest(agreed, same, "", "40")).toEqual({ limits: { max_calls: 40 } });
  });

  it("lifts a limit whose field was emptied", () => {
    expect(resumeRequest(capped, same, "", "")).toEqual({ limits: { budget: null, max_calls: null } });
  });
});
