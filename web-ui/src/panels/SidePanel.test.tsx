import { readFileSync } from "node:fs";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderIn } from "../stage/session.fixture";
import type { DebateView } from "../wire/types";
import { readPlace, useOpenPanel, WIDEST, widthWithin } from "./place";
import { PANELS, panelsOf } from "./registry";
import { SidePanel } from "./SidePanel";

const view: DebateView = JSON.parse(readFileSync("../tests/golden/nround.view.json", "utf8"));

function Page() {
  const panel = useOpenPanel(panelsOf(view).map(({ id }) => id));
  return <SidePanel view={view} panel={panel} />;
}

function screenIs({ phone }: { phone: boolean }) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("max-width") ? phone : !phone,
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
  }));
}

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/d/test");
  screenIs({ phone: false });
});
afterEach(cleanup);

const tab = () => screen.getAllByRole("tab").find((one) => one.getAttribute("aria-selected") === "true")?.textContent;

describe("SidePanel", () => {
  it("opens the panel that the address names, and names the one that is opened", async () => {
    history.replaceState(null, "", "/d/test#cost");
    renderIn({ view }, <Page />);
    expect(tab()).toBe("Cost");
    await userEvent.click(screen.getByRole("tab", { name: "Events" }));
    expect(location.hash).toBe("#events");
    expect(tab()).toBe("Events");
  });

  it("follows the address when it changes, and ignores names of no panel", () => {
    history.replaceState(null, "", "/d/test#nonsense");
    renderIn({ view }, <Page />);
    expect(tab()).toBe("Score");
    act(() => {
      location.hash = "#events";
      dispatchEvent(new HashChangeEvent("hashchange"));
    });
    expect(tab()).toBe("Events");
  });

  it("closes, stays closed, and can be opened again", async () => {
    renderIn({ view }, <Page />);
    await userEvent.click(screen.getByRole("button", { name: "Close the panel" }));
    expect(screen.queryByRole("tab")).toBeNull();
    expect(readPlace(localStorage.getItem("dissoi.panel")).open).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Open the panel" }));
    expect(tab()).toBe("Score");
  });

  it("changes its width with the arrow keys, and this browser remembers it", async () => {
    renderIn({ view }, <Page />);
    const edge = screen.getByRole("separator", { name: "Width of the panel" });
    const before = Number(edge.getAttribute("aria-valuenow"));
    edge.focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(Number(edge.getAttribute("aria-valuenow"))).toBeGreaterThan(before);
    expect(readPlace(localStorage.getItem("dissoi.panel")).width).toBeGreaterThan(before);
  });

  it("is a sheet on phones: tabs at the foot, nothing open until somebody asks", async () => {
    screenIs({ phone: true });
    renderIn({ view }, <Page />);
    expect(screen.queryByRole("tabpanel")).toBeNull();
    await userEvent.click(screen.getByRole("tab", { name: "Events" }));
    expect(screen.getByRole("tabpanel")).toBeTruthy();
  });
});

describe("the registry", () => {
  it("gives every panel a name and a key of its own", () => {
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
    expect(new Set(PANELS.map(({ key }) => key)).size).toBe(PANELS.length);
  });

  it("has no scores where nobody judges and no ballots where nobody votes", () => {
    const bare = { ...view, judges: 0, verdict: null, slots: view.slots.filter(({ verb }) => verb === "say") };
    expect(panelsOf(bare).map(({ id }) => id)).toEqual(["graph", "cost", "events"]);
  });
});

describe("the place of panels", () => {
  it("takes nothing from storage that cannot be", () => {
    expect(readPlace("{broken")).toEqual(readPlace(null));
    expect(readPlace('{"width":"wide","open":1}')).toEqual(readPlace(null));
    expect(readPlace('{"width":1e9}').width).toBe(WIDEST);
    expect(widthWithin(Number.NEGATIVE_INFINITY)).toBe(280);
  });
});
