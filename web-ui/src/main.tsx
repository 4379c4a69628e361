// The page begins here. Should React ever give the whole page up, it is built anew: never a blank page.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followPrefs } from "./prefs";
import { preload } from "./routes";
import { Shell } from "./Shell";
import { enter } from "./session";
import "./theme.css";

const REBUILDS = 3;

function mount(built: number): void {
  const old = document.getElementById("root");
  const place = document.createElement("div");
  place.id = "root";
  if (old) old.replaceWith(place);
  else document.body.append(place);
  const root = createRoot(place, {
    onUncaughtError: (error) => {
      reportError(error);
      if (built < REBUILDS) setTimeout(() => mount(built + 1));
    },
  });
  root.render(
    <StrictMode>
      <Shell />
    </StrictMode>,
  );
}

followPrefs();
void Promise.all([enter(), preload(location.pathname)]).then(() => mount(0));
