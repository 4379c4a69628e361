import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Announcer } from "./Announcer";
import { Announcements, type Urgency } from "./announcements";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Every text that a region held, in order. */
function heard(source: Announcements, urgency: Urgency): string[] {
  const texts: string[] = [];
  source.store.subscribe((now, before) => {
    if (now[urgency] !== before[urgency] && now[urgency]) texts.push(now[urgency]);
  });
  return texts;
}

describe("announcements", () => {
  it("are told whole, in order, and none is dropped however fast they come", () => {
    const source = new Announcements();
    const texts = heard(source, "polite");
    const all = Array.from({ length: 40 }, (_, at) => `Message ${at}.`);
    for (const text of all) source.say(text);
    expect(texts).toEqual(["Message 0."]);
    vi.advanceTimersByTime(60_000);
    expect(texts).toEqual(all);
  });

  it("make a repeat a new text, so that it is told again", () => {
    const source = new Announcements();
    const texts = heard(source, "polite");
    for (let times = 0; times < 3; times += 1) source.say("Same.");
    vi.advanceTimersByTime(5000);
    expect(texts.map((text) => text.trim())).toEqual(["Same.", "Same.", "Same."]);
    expect(new Set(texts).size).toBe(2);
    expect(texts.every((text, at) => text !== texts[at - 1])).toBe(true);
  });

  it("that are urgent do not wait for the others", () => {
    const source = new Announcements();
    const texts = heard(source, "assertive");
    source.say("One.");
    source.say("Two.");
    source.say("Your turn.", "assertive");
    expect(texts).toEqual(["Your turn."]);
  });

  it("of nothing are none, and line breaks are spaces", () => {
    const source = new Announcements();
    const texts = heard(source, "polite");
    source.say(" \n ");
    source.say("a\nb");
    vi.advanceTimersByTime(1000);
    expect(texts).toEqual(["a b"]);
  });

  it("live in one polite and one assertive region, and fade from them", () => {
    const source = new Announcements();
    const { container } = render(<Announcer source={source} />);
    act(() => source.say("Pro speaks."));
    expect(screen.getByText("Pro speaks.").getAttribute("aria-live")).toBe("polite");
    expect([...container.querySelectorAll("[aria-live]")].map((node) => node.getAttribute("aria-live"))).toEqual([
      "polite",
      "assertive",
    ]);
    act(() => void vi.advanceTimersByTime(10_000));
    expect(container.textContent).toBe("");
  });
});
