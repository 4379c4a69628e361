import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { asker } from "../session";
import { SignIn } from "./SignIn";

afterEach(() => {
  cleanup();
  asker.setState({ signedOut: false, problem: null, guest: false });
});

it("tells a guest whose link is spent whom to ask, and nothing that only a host can do", () => {
  asker.setState({ signedOut: true, guest: true });
  const { container } = render(<SignIn />);
  expect(container.textContent).toContain("Ask whoever sent it for a new one");
  expect(container.textContent).not.toMatch(/token|dissoi/i);
  expect(container.querySelector("input")).toBeNull();
});
