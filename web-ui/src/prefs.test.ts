import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { applyPrefs, CHOICES, DEFAULTS, mayMove, prefs, readPrefs, setPref } from "./prefs";

afterEach(() => {
  localStorage.clear();
  prefs.setState(DEFAULTS);
  applyPrefs();
});

describe("preferences", () => {
  it("are what was stored, without what is no choice", () => {
    expect(readPrefs('{"theme":"dark","text":"giant","other":1}')).toEqual({ ...DEFAULTS, theme: "dark" });
    for (const stored of [null, "", "{", "null", "[]", "7"]) expect(readPrefs(stored)).toEqual(DEFAULTS);
  });

  it("are applied at once and kept", () => {
    setPref("theme", "contrast");
    setPref("text", "huge");
    expect(document.documentElement.dataset).toMatchObject({ theme: "contrast", text: "huge", width: "medium" });
    expect(readPrefs(localStorage.getItem("dissoi.prefs"))).toMatchObject({ theme: "contrast", text: "huge" });
  });

  it("stop all motion where that is chosen", () => {
    setPref("motion", "reduced");
    expect(mayMove()).toBe(false);
    setPref("motion", "full");
    expect(mayMove()).toBe(true);
  });

  it("have the names and defaults of the script that sets the first paint", () => {
    const boot = readFileSync(join(import.meta.dirname, "../public/theme-boot.js"), "utf8");
    for (const name of ["theme", "text", "width", "motion"] as const) {
      expect(boot).toContain(`prefs.${name} || "${DEFAULTS[name]}"`);
      expect(CHOICES[name]).toContain(DEFAULTS[name]);
    }
  });
});
