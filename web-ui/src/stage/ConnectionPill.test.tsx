import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "../wire/link";
import { ConnectionPill, connectionWords } from "./ConnectionPill";
import { renderIn } from "./session.fixture";

const link: Connection = { state: "live", tries: 0, nextAt: null, caught: 0, quietSince: 0 };

afterEach(cleanup);

describe("connectionWords", () => {
  it.each<[string, Partial<Connection>]>([
    ["Connecting…", { state: "connecting" }],
    ["Live", { state: "live" }],
    ["Quiet for 24 s…", { state: "stale", quietSince: 76_000 }],
    ["Reconnecting, try 3, next in 4 s", { state: "reconnecting", tries: 3, nextAt: 103_500 }],
    ["Reconnecting…", { state: "reconnecting", tries: 1, nextAt: null }],
    ["Caught up, 14 events", { state: "caught-up", caught: 14 }],
    ["You are offline. The debate goes on.", { state: "offline" }],
    ["Finished", { state: "ended" }],
    ["Reload to update", { state: "too-new" }],
  ])("says “%s”", (words, change) => {
    expect(connectionWords({ ...link, ...change }, 100_000, false)).toBe(words);
  });

  it("calls no debate finished that somebody stopped", () => {
    expect(connectionWords({ ...link, state: "ended" }, 100_000, false, true)).toBe("Stopped");
  });

  it("calls no rest a silence, and no paused debate live", () => {
    expect(connectionWords({ ...link, state: "stale" }, 100_000, true)).toBe("Connected");
    expect(connectionWords(link, 100_000, true)).toBe("Connected");
  });

  it("never says a time below nothing", () => {
    expect(connectionWords({ ...link, state: "reconnecting", tries: 2, nextAt: 1 }, 100_000, false)).toContain(
      "in 0 s",
    );
  });
});

describe("ConnectionPill", () => {
  it("offers to try now while it reconnects, and only then", () => {
    const { session } = renderIn({ connection: { ...link, state: "reconnecting", tries: 1 } }, <ConnectionPill />);
    const retry = vi.spyOn(session.stream, "retry").mockImplementation(() => {});
    act(() => screen.getByRole("button", { name: "Try now" }).click());
    expect(retry).toHaveBeenCalledOnce();
    act(() => session.connection(link));
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByText("Live")).toBeTruthy();
  });
});
