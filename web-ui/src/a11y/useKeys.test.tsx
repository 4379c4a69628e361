import { act, fireEvent, render } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Action, type ActionContext, available, useActions } from "../actions";
import { setPref } from "../prefs";
import { keyLabel, useKeys } from "./useKeys";

const CONTEXT: ActionContext = { navigate: () => undefined, path: "/" };
const run = vi.fn();

function action(id: string, keys: string[], more: Partial<Action> = {}): Action {
  return { id, label: id, group: "Page", keys, run: () => run(id), ...more };
}

function Page({ actions }: { actions: Action[] }) {
  useActions(actions);
  useKeys(CONTEXT);
  return (
    <div>
      <input aria-label="field" />
      <button type="button">press</button>
      <div role="tablist">
        <button type="button" role="tab">
          tab
        </button>
      </div>
      <p>text</p>
    </div>
  );
}

function press(where: Element, key: string, init: KeyboardEventInit = {}): void {
  fireEvent.keyDown(where, { key, ...init });
}

const ALL = [action("theme", ["t"]), action("pause", ["Space"]), action("next", ["ArrowRight"])];

afterEach(() => {
  act(() => setPref("shortcuts", "on"));
  run.mockReset();
});

describe("keys", () => {
  it("run the action that they belong to", () => {
    const { getByText } = render(<Page actions={ALL} />);
    press(getByText("text"), "t");
    press(getByText("text"), " ", { code: "Space" });
    press(getByText("text"), "ArrowRight");
    expect(run.mock.calls.flat()).toEqual(["theme", "pause", "next"]);
  });

  it("of letters do nothing while a field has the focus", () => {
    const { getByLabelText } = render(<Page actions={ALL} />);
    for (const key of ["t", " ", "ArrowRight"]) press(getByLabelText("field"), key);
    expect(run).not.toHaveBeenCalled();
  });

  it("stay with the control that needs them", () => {
    const { getByText } = render(<Page actions={ALL} />);
    press(getByText("press"), " ", { code: "Space" });
    press(getByText("tab"), "ArrowRight");
    expect(run).not.toHaveBeenCalled();
    press(getByText("press"), "t");
    expect(run).toHaveBeenCalledExactlyOnceWith("theme");
  });

  it("work in fields where no text needs them", () => {
    const { getByLabelText } = render(<Page actions={[action("send", ["Control+Enter"], { everywhere: true })]} />);
    press(getByLabelText("field"), "Enter", { ctrlKey: true });
    expect(run).toHaveBeenCalledExactlyOnceWith("send");
  });

  it("of one letter can be switched off", () => {
    const { getByText } = render(<Page actions={[action("theme", ["t"]), action("next", ["ArrowRight"])]} />);
    act(() => setPref("shortcuts", "off"));
    press(getByText("text"), "t");
    press(getByText("text"), "ArrowRight");
    expect(run.mock.calls.flat()).toEqual(["next"]);
  });

  it("run only what may be done now, with what was drawn last", () => {
    const late = vi.fn();
    const { getByText, rerender } = render(<Page actions={[action("theme", ["t"], { when: () => false })]} />);
    press(getByText("text"), "t");
    rerender(<Page actions={[action("theme", ["t"], { run: late })]} />);
    press(getByText("text"), "t");
    expect([run.mock.calls.length, late.mock.calls.length]).toEqual([0, 1]);
  });

  it("go with the component that offered them", () => {
    const { unmount } = render(<Page actions={ALL} />);
    expect(available(CONTEXT).map(({ id }) => id)).toEqual(["theme", "pause", "next"]);
    unmount();
    expect(available(CONTEXT)).toEqual([]);
    press(document.body, "t");
    expect(run).not.toHaveBeenCalled();
  });

  it("are written for people", () => {
    const names = ["$mod+k", "Shift+ArrowLeft", "Shift+?", "t", "Escape"];
    expect(names.map((key) => keyLabel(key, false))).toEqual(["Ctrl+K", "Shift+←", "?", "T", "Esc"]);
    expect(keyLabel("$mod+k", true)).toBe("⌘K");
  });
});
