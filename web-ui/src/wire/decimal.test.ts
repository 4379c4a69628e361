// @vitest-environment node
import { describe, expect, it } from "vitest";
import { add, decimal, isZero } from "./decimal";

// Written by Python 3.11: str(Decimal(a) + Decimal(b)).
const SUMS = [
  ["0.1", "0.2", "0.3"],
  ["0.10", "0.2", "0.30"],
  ["1", "2.50", "3.50"],
  ["0", "0.00", "0.00"],
  ["1E+3", "0", "1000"],
  ["1E+3", "1", "1001"],
  ["0.0000001", "0", "1E-7"],
  ["0.00000012", "0.0000000", "1.2E-7"],
  ["9999999999999999999999999999", "0.5", "1.000000000000000000000000000E+28"],
  ["9999999999999999999999999999", "1", "1.000000000000000000000000000E+28"],
  ["1234567890123456789012345678", "0.5", "1234567890123456789012345678"],
  ["1234567890123456789012345677", "0.5", "1234567890123456789012345678"],
  ["1E+40", "1", "1.000000000000000000000000000E+40"],
  ["1E+40", "-1E-40", "1.000000000000000000000000000E+40"],
  ["5", "-5.00", "0.00"],
  ["-0", "-0.0", "-0.0"],
  ["-0", "0", "0"],
  ["0E+5", "1E-40", "1E-40"],
  ["1E-400000", "1E+400000", "1.000000000000000000000000000E+400000"],
  ["-1.5", "0.25", "-1.25"],
  ["0E-12", "3", "3.000000000000"],
] as const;

describe("decimal sums", () => {
  it.each(SUMS)("%s + %s is %s, as Python writes it", (a, b, sum) => {
    expect(add(a, b)).toBe(sum);
    expect(add(b, a)).toBe(sum);
  });

  it("are written as Python writes the number itself", () => {
    expect(["1e3", "+.5", "5.", "00.10", 0.25].map(decimal)).toEqual(["1E+3", "0.5", "5", "0.10", "0.25"]);
  });

  it("know every zero", () => {
    expect(["0", "-0.00", "0E+9"].map(isZero)).toEqual([true, true, true]);
    expect(isZero("0.0001")).toBe(false);
  });

  it("refuse what is no number", () => {
    for (const text of ["", "abc", "1.2.3", "NaN", "Infinity", "."]) expect(() => decimal(text)).toThrow(RangeError);
  });
});
