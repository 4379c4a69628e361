// The frame of every screen: skip link, header, live regions, toasts, keys, help and palette.
import { Command, Keyboard, SunMoon } from "lucide-react";
import { lazy, type MouseEvent, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useStore } from "zustand";
import { Announcer } from "./a11y/Announcer";
import { announce } from "./a11y/announcements";
import { useHeldFocus } from "./a11y/useHeldFocus";
import { useKeys } from "./a11y/useKeys";
import { type Action, type ActionContext, useActions } from "./actions";
import { HelpSheet } from "./HelpSheet";
import { CHOICES, prefs, setPref } from "./prefs";
import { Screens, to } from "./routes";
import { SignIn } from "./screens/SignIn";
import { asker } from "./session";
import { common } from "./strings";
import { Boundary } from "./ui/Boundary";
import { IconButton } from "./ui/Button";
import { Toasts } from "./ui/Toast";

const Palette = lazy(() => import("./Palette"));

type Sheet = "help" | "palette" | null;

/** To the latest turn where there is one, else to the content. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const target = document.querySelector<HTMLElement>("[data-latest]") ?? document.querySelector<HTMLElement>("main");
  if (!target) return;
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus();
  target.scrollIntoView({ block: "start" });
}

function nextTheme(): void {
  const { theme } = prefs.getState();
  const next = CHOICES.theme[(CHOICES.theme.indexOf(theme) + 1) % CHOICES.theme.length] ?? "system";
  setPref("theme", next);
  announce(common.actions.themeIs(common.theme[next]));
}

/** Who may not see one screen may see another: a guest's link opens one debate. */
function useAnotherTry(path: string): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== path) asker.setState({ signedOut: false, problem: null });
    last.current = path;
  }, [path]);
}

function shellActions(show: (sheet: Sheet) => void): Action[] {
  const { groups, actions, help, palette } = common;
  return [
    { id: "go.new", group: groups.go, label: actions.goNew, keys: ["n"], run: (on) => on.navigate(to.new) },
    { id: "go.history", group: groups.go, label: actions.goHistory, keys: ["h"], run: (on) => on.navigate(to.history) },
    { id: "go.settings", group: groups.go, label: actions.goSettings, run: (on) => on.navigate(to.settings) },
    { id: "theme", group: groups.page, label: actions.nextTheme, keys: ["t"], run: nextTheme },
    { id: "help", group: groups.page, label: help.open, keys: ["Shift+?", "?"], run: () => show("help") },
    {
      id: "palette",
      group: groups.page,
      label: palette.open,
      keys: ["$mod+k"],
      everywhere: true,
      run: () => show("palette"),
    },
  ];
}

export function Shell() {
  const [path, navigate] = useLocation();
  const [sheet, show] = useState<Sheet>(null);
  const context = useMemo<ActionContext>(() => ({ navigate, path }), [navigate, path]);
  const signedOut = useStore(asker, (state) => state.signedOut);
  useAnotherTry(path);
  const held = useHeldFocus<HTMLElement>({ last: true });
  useActions(shellActions(show));
  useKeys(context);
  const close = () => show(null);
  return (
    <>
      <a
        href="#main"
        onClick={skip}
        className="no-print sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-ink focus:px-4 focus:py-3 focus:text-paper"
      >
        {path.startsWith("/d/") ? common.skip : common.skipMain}
      </a>
      <Header path={path} onHelp={() => show("help")} onPalette={() => show("palette")} />
      <main id="main" {...held}>
        {signedOut ? <SignIn /> : <Screens />}
      </main>
      <Boundary>
        <HelpSheet open={sheet === "help"} onClose={close} context={context} />
      </Boundary>
      {sheet === "palette" && (
        <Boundary>
          <Suspense fallback={null}>
            <Palette onClose={close} context={context} />
          </Suspense>
        </Boundary>
      )}
      <Toasts />
      <Announcer />
    </>
  );
}

interface HeaderProps {
  path: string;
  onHelp: () => void;
  onPalette: () => void;
}

function Header({ path, onHelp, onPalette }: HeaderProps) {
  const places = [
    [to.new, common.nav.new],
    [to.history, common.nav.history],
    [to.settings, common.nav.settings],
  ] as const;
  return (
    <header data-shell className="flex flex-wrap items-center gap-x-4 border-line border-b bg-surface px-4">
      <Link href={to.new} className="flex min-h-12 items-center gap-2 font-semibold text-lg">
        <img src="/favicon.svg" alt="" width="24" height="24" />
        <span translate="no">{common.name}</span>
      </Link>
      <nav aria-label={common.nav.label} className="flex flex-1 items-center">
        {places.map(([href, label]) => (
          <Link
            key={href}
            href={href}
            aria-current={path === href ? "page" : undefined}
            className="inline-flex min-h-12 items-center border-transparent border-b-2 px-3 text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="flex items-center max-sm:hidden">
        <IconButton icon={Command} label={common.palette.open} onClick={onPalette} />
        <IconButton icon={Keyboard} label={common.help.open} onClick={onHelp} />
        <IconButton icon={SunMoon} label={common.actions.nextTheme} onClick={nextTheme} />
      </div>
    </header>
  );
}
