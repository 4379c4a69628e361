// Which screen an address shows. Each screen is loaded when it is first needed.
import { lazy, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { NotFound } from "./screens/NotFound";
import { Boundary } from "./ui/Boundary";
import { Skeleton } from "./ui/states";

const New = lazy(() => import("./screens/New"));
const Live = lazy(() => import("./screens/Live"));
const Replay = lazy(() => import("./screens/Replay"));
const History = lazy(() => import("./screens/History"));
const Settings = lazy(() => import("./screens/Settings"));

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
          <Route path="/" component={New} />
          <Route path="/d/:id">{({ id }) => <Live key={id} id={id} />}</Route>
          <Route path="/d/:id/replay">{({ id }) => <Replay key={id} id={id} />}</Route>
          <Route path="/history" component={History} />
          <Route path="/settings" component={Settings} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Boundary>
  );
}
