import { act, cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useHeldFocus } from "./useHeldFocus";

// The DOM of these tests draws nothing, so it does not know what can be seen.
beforeEach(() => {
  Element.prototype.checkVisibility = function () {
    return this.isConnected;
  };
});
afterEach(cleanup);

function Part() {
  const held = useHeldFocus<HTMLElement>();
  return (
    <section {...held} aria-label="part">
      <Steps />
    </section>
  );
}

function Steps() {
  const [step, next] = useState(1);
  return (
    <button key={step} type="button" onClick={() => next(step + 1)}>
      step {step}
    </button>
  );
}

const soon = () => act(() => new Promise<void>((done) => setTimeout(done)));

describe("a part that holds the focus", () => {
  it("takes it when what had it is gone", async () => {
    render(<Part />);
    const button = screen.getByRole("button");
    button.focus();
    act(() => button.click());
    await soon();
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "part" }));
  });

  it("never takes it from elsewhere, nor from nowhere", async () => {
    render(<Part />);
    act(() => screen.getByRole("button").click());
    await soon();
    expect(document.activeElement).toBe(document.body);
  });
});
