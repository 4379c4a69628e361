// Which screen an address shows. Each screen is loaded when it is first needed, the first one before the page is drawn.
import { type ComponentType, lazy, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { NotFound } from "./screens/NotFound";
import { Boundary } from "./ui/Boundary";
import { Skeleton } from "./ui/states";

type Code<P> = () => Promise<{ default: ComponentType<P> }>;

/** `Body` loads itself when it is drawn; `load` loads it before, for the promised function to put in its place. */
function screen<P>(code: Code<P>) {
  const made = {
    Body: lazy(code) as ComponentType<P>,
    load: async () => {
      const { default: Body } = await code();
      return () => {
        made.Body = Body;
      };
    },
  };
  return made;
}

const SCREENS = {
  new: screen(() => import("./screens/New")),
  live: screen(() => import("./screens/Live")),
  replay: screen(() => import("./screens/Replay")),
  history: screen(() => import("./screens/History")),
  settings: screen(() => import("./screens/Settings")),
};

function screenAt(path: string): Pick<typeof SCREENS.new, "load"> | undefined {
  const [, first, id, rest] = path.split("/");
  if (!first) return SCREENS.new;
  if (first === "d" && id) return rest === "replay" ? SCREENS.replay : SCREENS.live;
  return first === "history" ? SCREENS.history : first === "settings" ? SCREENS.settings : undefined;
}

/** Milliseconds for which the page may stay empty rather than show what it would drop at once. */
const PATIENCE = 200;

/** Load the screen at `path` before anything is drawn: React keeps a fallback that it has shown for 300 ms, however soon
 * the code is there. Slow code is not waited for. Never rejects: the screen itself says what is wrong. */
export async function preload(path: string): Promise<void> {
  const first = screenAt(path);
  const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE));
  const adopt = await Promise.race([first?.load().catch(() => undefined), late]);
  adopt?.(); // now or never: what is drawn must stay the same component
}

/** Addresses of the page, for links. */
export const to = {
  new: "/",
  history: "/history",
  settings: "/settings",
  debate: (id: string) => `/d/${encodeURIComponent(id)}`,
  replay: (id: string, seq?: number) => `/d/${encodeURIComponent(id)}/replay${seq === undefined ? "" : `?seq=${seq}`}`,
};

function Waiting() {
  return (
    <div className="mx-auto max-w-3xl p-6">
      <Skeleton lines={6} />
    </div>
  );
}

export function Screens() {
  const [path] = useLocation();
  return (
    <Boundary of="page" reset={path}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/" component={SCREENS.new.Body} />
          <Route path="/d/:id">{({ id }) => <SCREENS.live.Body key={id} id={id} />}</Route>
          <Route path="/d/:id/replay">{({ id }) => <SCREENS.replay.Body key={id} id={id} />}</Route>
          <Route path="/history" component={SCREENS.history.Body} />
          <Route path="/settings" component={SCREENS.settings.Body} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Boundary>
  );
}
