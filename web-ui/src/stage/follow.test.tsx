import { act, cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NEAR_END, pinnedAfter, selects, useFollow } from "./follow";
import { placeFrom } from "./places";

function Page({ start }: { start: boolean }) {
  const stage = useRef<HTMLDivElement>(null);
  const { pinned, toEnd } = useFollow(stage, start);
  return (
    <div ref={stage} data-pinned={pinned}>
      <p>Words</p>
      <button type="button" onClick={toEnd}>
        End
      </button>
    </div>
  );
}

describe("pinnedAfter", () => {
  it("follows within 80 pixels of the end, however one came there", () => {
    expect(pinnedAfter({ pinned: false, distance: NEAR_END, moved: 10 })).toBe(true);
    expect(pinnedAfter({ pinned: true, distance: 40, moved: -40 })).toBe(true);
  });

  it("lets go only when somebody scrolls up and away", () => {
    expect(pinnedAfter({ pinned: true, distance: 200, moved: -1 })).toBe(false);
    expect(pinnedAfter({ pinned: true, distance: 500, moved: 0 })).toBe(true);
    expect(pinnedAfter({ pinned: false, distance: 500, moved: 90 })).toBe(false);
  });
});

describe("useFollow", () => {
  let grow = () => {};
  let bottom = 0;

  beforeEach(() => {
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(grown: () => void) {
          grow = grown;
        }
        observe() {}
        disconnect() {}
      },
    );
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(
      () => ({ bottom: innerHeight + bottom }) as DOMRect,
    );
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    getSelection()?.removeAllRanges();
  });
  afterEach(cleanup);

  const scroll = (to: number, distance: number) =>
    act(() => {
      Object.assign(window, { scrollY: to });
      bottom = distance;
      dispatchEvent(new Event("scroll"));
    });
  const grown = (by: number) =>
    act(() => {
      bottom += by;
      grow();
    });

  it("keeps the end in view while text grows, and moves nothing for a reader who went up", () => {
    scroll(1000, 0);
    const { container } = render(<Page start />);
    vi.mocked(scrollTo).mockClear();
    grown(300);
    expect(scrollTo).toHaveBeenCalledOnce();
    scroll(700, 600);
    expect(container.querySelector("[data-pinned=false]")).not.toBeNull();
    grown(300);
    expect(scrollTo).toHaveBeenCalledOnce();
  });

  it("moves nothing while text is selected, and goes on when it no longer is", () => {
    scroll(1000, 0);
    const { container } = render(<Page start />);
    vi.mocked(scrollTo).mockClear();
    const words = container.querySelector("p");
    if (!words) throw new Error("The page has words.");
    getSelection()?.selectAllChildren(words);
    expect(selects(container, getSelection())).toBe(true);
    grown(300);
    expect(scrollTo).not.toHaveBeenCalled();
    getSelection()?.removeAllRanges();
    grown(10);
    expect(scrollTo).toHaveBeenCalledOnce();
  });

  it("follows again when somebody asks for the end", () => {
    const { container, getByRole } = render(<Page start={false} />);
    scroll(0, 900);
    act(() => getByRole("button").click());
    expect(container.querySelector("[data-pinned=true]")).not.toBeNull();
    expect(scrollTo).toHaveBeenCalled();
  });
});

describe("placeFrom", () => {
  it("finds the place before and after the line at which one reads", () => {
    const tops = [-800, -200, 96, 500];
    expect(placeFrom(tops, 1)).toBe(3);
    expect(placeFrom(tops, -1)).toBe(1);
    expect(placeFrom([96], 1)).toBeNull();
    expect(placeFrom([], -1)).toBeNull();
  });
});
