import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { asker } from "../session";
import { SignIn } from "./SignIn";

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  asker.setState({ signedOut: false, problem: null, guest: false });
});

it("tells a guest whose link is spent whom to ask, and nothing that only a host can do", () => {
  asker.setState({ signedOut: true, guest: true });
  const { container } = render(<SignIn />);
  expect(container.textContent).toContain("Ask whoever sent it for a new one");
  expect(container.textContent).not.toMatch(/token|dissoi/i);
  expect(container.querySelector("input")).toBeNull();
});

it("lets a guest who has a token as well sign in with it", () => {
  asker.setState({ signedOut: true, guest: true });
  const { container } = render(<SignIn />);
  fireEvent.click(screen.getByRole("button", { name: "Sign in another way" }));
  expect(container.querySelector("input[type=password]")).not.toBeNull();
});

it("still knows a guest as one when the tab is loaded again", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 401 }));
  const { signIn } = await import("../session");
  await signIn({ share: "spent" });
  vi.unstubAllGlobals();
  vi.resetModules();
  const again = await import("../session");
  expect(again.asker.getState().guest).toBe(true);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("spent");
});
