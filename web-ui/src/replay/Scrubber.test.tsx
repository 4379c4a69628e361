import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serve } from "../new/kit";
import { draw, golden, META, viewOf } from "../panels/kit";
import type { DebateDocument } from "../wire/types";
import { Controls } from "./Controls";
import { ReplaySession } from "./session";

const log = golden();
const seqs = (type: string) => log.filter(({ event }) => event.type === type).map(({ seq }) => seq);
let session: ReplaySession;
let known = log;

class Still extends ReplaySession {
  override start(): void {}
}

const slider = () => screen.getByRole("slider", { name: "Place in the log" }) as HTMLInputElement;
const press = (key: string, shiftKey = false) => fireEvent.keyDown(slider(), { key, shiftKey });

async function open(): Promise<void> {
  serve({ "GET /api/debates/d/log": () => ({ events: known, last_seq: known.length }) });
  session = new Still("d", null);
  draw(<Controls session={session} />, {}, session);
  session.store.setState({ loaded: false });
  session.snapshot({ ...META, last_seq: known.length, view: viewOf(known) } as unknown as DebateDocument);
  await waitFor(() => expect(slider().disabled).toBe(false));
}

beforeEach(() => {
  known = log;
});
afterEach(() => vi.unstubAllGlobals());

describe("the scrubber", () => {
  it("draws each phase as far as the next begins, and none beyond the end", async () => {
    await open();
    const bands = [...document.querySelectorAll<HTMLElement>(".scrubber-band")].map(({ style }) => {
      const start = Number.parseFloat(style.insetInlineStart);
      return { start, end: start + Number.parseFloat(style.width) };
    });
    expect(bands.length).toBeGreaterThan(2);
    for (const [at, { end }] of bands.entries()) expect(end).toBeCloseTo(bands[at + 1]?.start ?? 100);
  });

  it("goes by turns with arrows, by phases with Shift, and to both ends", async () => {
    await open();
    const [first, second] = seqs("turn.published");
    press("ArrowRight");
    expect(slider().value).toBe(String(first));
    press("ArrowRight");
    expect(slider().value).toBe(String(second));
    press("ArrowLeft");
    expect(slider().value).toBe(String(first));
    press("ArrowRight", true);
    expect(slider().value).toBe(String(seqs("phase.changed")[1]));
    press("End");
    expect(slider().value).toBe(String(log.length));
    press("Home");
    expect(slider().value).toBe("2");
  });

  it("says in words where it is", async () => {
    await open();
    press("ArrowRight");
    press("ArrowRight");
    expect(slider().getAttribute("aria-valuetext")).toBe(
      `Event ${seqs("turn.published")[1]} of ${log.length}, after Pro’s opening`,
    );
  });

  it("winds to any event when it is dragged", async () => {
    await open();
    fireEvent.change(slider(), { target: { value: "33" } });
    expect(session.store.getState().view).toEqual(viewOf(log.slice(0, 33)));
  });

  it("plays and rests with Space", async () => {
    await open();
    press(" ");
    expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
    press(" ");
    expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  });

  it("says how far a running debate is ahead, and says nothing of the kind of one that is over", async () => {
    await open();
    expect(screen.queryByText(/ahead/)).toBeNull();
    session.close();
    known = log.slice(0, 16);
    document.body.replaceChildren();
    await open();
    expect(screen.getByText(/^Live is 14 events ahead/)).toBeTruthy();
  });
});
