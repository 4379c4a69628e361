import { act, fireEvent, render, screen } from "@testing-library/react";
import { useLayoutEffect, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Boundary } from "./Boundary";
import { Button } from "./Button";
import { Field } from "./Field";
import { ErrorCard } from "./states";
import { Toasts } from "./Toast";
import { dismiss, toast, toasts } from "./toasts";

function Broken({ error }: { error: () => Error | null }) {
  const found = error();
  if (found) throw found;
  return <p>whole</p>;
}

/** Fails at the press after which there is a failure left to throw. */
function Fragile({ failures }: { failures: Error[] }) {
  const [presses, press] = useState(0);
  useLayoutEffect(() => {
    const failure = presses ? failures.pop() : undefined;
    if (failure) throw failure;
  }, [presses, failures]);
  return (
    <button type="button" onClick={() => press(presses + 1)}>
      fragile
    </button>
  );
}

afterEach(() => {
  vi.useRealTimers();
  act(() => toasts.setState({ shown: [] }));
});

describe("a button", () => {
  it("shows at once that it works, and is pressed once", async () => {
    let finish = () => undefined as undefined;
    const start = vi.fn(() => new Promise<void>((resolve) => (finish = () => void resolve())));
    render(<Button onClick={start}>Start</Button>);
    const button = screen.getByRole("button");
    fireEvent.click(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    fireEvent.click(button);
    expect(start).toHaveBeenCalledOnce();
    await act(async () => finish());
    expect(button.hasAttribute("aria-busy")).toBe(false);
  });
});

describe("a field", () => {
  it("tells its control its label, hint and error", () => {
    render(
      <Field label="Motion" hint="One sentence." error="It is empty.">
        {(control) => <input {...control} />}
      </Field>,
    );
    const input = screen.getByLabelText("Motion");
    const told = (input.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
    expect(told.map((node) => node?.textContent)).toEqual(["One sentence.", "It is empty."]);
    expect(input.getAttribute("aria-invalid")).toBe("true");
  });
});

describe("a boundary", () => {
  const quietly = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

  it("keeps a failure in its card; the rest goes on, and the card can be shown again", () => {
    quietly();
    let error: Error | null = new Error("Oh no.");
    render(
      <div>
        <Boundary>
          <Broken error={() => error} />
        </Boundary>
        <p>rest</p>
      </div>,
    );
    expect(screen.getByText(/Oh no\./)).toBeTruthy();
    expect(screen.getByText("rest")).toBeTruthy();
    error = null;
    fireEvent.click(screen.getByRole("button", { name: "Show again" }));
    expect(screen.getByText("whole")).toBeTruthy();
  });

  it("builds a part anew that a page translator broke, once", () => {
    quietly();
    const failures = [new DOMException("Not a child.", "NotFoundError")];
    render(
      <Boundary>
        <Fragile failures={failures} />
      </Boundary>,
    );
    expect(screen.getByText("fragile")).toBeTruthy();
    fireEvent.click(screen.getByText("fragile"));
    expect(screen.getByText("fragile")).toBeTruthy();
    failures.push(new DOMException("Not a child.", "NotFoundError"));
    fireEvent.click(screen.getByText("fragile"));
    expect(screen.getByText(/Not a child/)).toBeTruthy();
  });

  it("forgets the failure where something else is shown", () => {
    quietly();
    const failing = () => new Error("x");
    const { rerender } = render(
      <Boundary reset="a">
        <Broken error={failing} />
      </Boundary>,
    );
    rerender(
      <Boundary reset="b">
        <Broken error={() => null} />
      </Boundary>,
    );
    expect(screen.getByText("whole")).toBeTruthy();
  });
});

describe("an error", () => {
  it("says what, why and what next, and offers to try again", () => {
    const retry = vi.fn();
    render(<ErrorCard problem={{ detail: "No answer.", hint: "Wait.", request_id: "r7" }} onRetry={retry} />);
    for (const text of ["No answer.", "Wait.", /r7/]) expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(retry).toHaveBeenCalledOnce();
  });
});

describe("a toast", () => {
  it("goes away by itself, and does then what was put off", () => {
    vi.useFakeTimers();
    const gone = vi.fn();
    render(<Toasts />);
    act(() => void toast("Deleted.", { action: { label: "Undo", run: () => undefined }, onGone: gone }));
    act(() => void vi.advanceTimersByTime(9_000));
    expect([screen.getByText("Deleted."), gone.mock.calls.length]).toEqual([expect.anything(), 0]);
    act(() => void vi.advanceTimersByTime(1_100));
    expect([screen.queryByText("Deleted."), gone.mock.calls.length]).toEqual([null, 1]);
  });

  it("that is undone does nothing else", () => {
    const [gone, undo] = [vi.fn(), vi.fn()];
    render(<Toasts />);
    act(() => void toast("Deleted.", { action: { label: "Undo", run: undo }, onGone: gone }));
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect([undo.mock.calls.length, gone.mock.calls.length, toasts.getState().shown]).toEqual([1, 0, []]);
  });

  it("waits while it is looked at", () => {
    vi.useFakeTimers();
    render(<Toasts />);
    act(() => void toast("Saved."));
    fireEvent.focus(screen.getByRole("button", { name: "Dismiss" }));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText("Saved.")).toBeTruthy();
    act(() => dismiss(toasts.getState().shown[0]?.id ?? 0));
    expect(screen.queryByText("Saved.")).toBe(null);
  });
});
