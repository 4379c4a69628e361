// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "theme.css"), "utf8");

function colours(selector: string): Record<string, string> {
  const block = css.split(`${selector} {`)[1]?.split("}")[0] ?? "";
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const light = colours(":root");
const THEMES = {
  light,
  dark: { ...light, ...colours(':root[data-theme="dark"]') },
  contrast: { ...light, ...colours(':root[data-theme="contrast"]') },
};
const GROUNDS = ["paper", "surface", "sunken"];
const SIDES = ["side-0", "side-1", "side-2", "side-3", "side-4"];
const TEXTS: [string, string][] = [
  ...["ink", "muted", "accent", "good", "warn", "bad", ...SIDES].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ...SIDES.flatMap((side): [string, string][] => [
    [side, `${side}-tint`],
    ["ink", `${side}-tint`],
    ["muted", `${side}-tint`],
  ]),
  ["accent-ink", "accent"],
  ["accent", "accent-tint"],
  ["ink", "accent-tint"],
  ["warn", "warn-tint"],
  ["bad", "bad-tint"],
];

describe.each(Object.entries(THEMES))("theme %s", (name, theme) => {
  it.each(TEXTS)("%s can be read on %s", (text, ground) => {
    const [a, b] = [theme[text], theme[ground]];
    if (!a || !b) throw new Error(`${text} or ${ground} has no colour`);
    expect(contrast(a, b)).toBeGreaterThanOrEqual(name === "contrast" ? 7 : 4.5);
  });

  it("edges of controls can be seen", () => {
    for (const ground of GROUNDS) expect(contrast(theme.edge ?? "", theme[ground] ?? "")).toBeGreaterThanOrEqual(3);
  });
});
