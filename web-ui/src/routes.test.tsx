import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { preload, Screens, to } from "./routes";
import { settings as copy } from "./strings/settings";

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

it("draws the screen that was loaded before at once, without a moment of something else", async () => {
  history.replaceState(null, "", to.settings);
  await preload(to.settings);
  render(<Screens />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(copy.title);
});

it("waits for nothing where an address leads nowhere", async () => {
  await expect(preload("/nowhere/at/all")).resolves.toBeUndefined();
});
