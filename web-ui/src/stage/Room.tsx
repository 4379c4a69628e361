// The room of a debate, live and in replay: what stays on top, the speeches, the panel beside them.
import { type ReactNode, useState } from "react";
import { useActions } from "../actions";
import { panelActions } from "../panels/actions";
import { type OpenPanel, useOpenPanel } from "../panels/place";
import { panelsOf } from "../panels/registry";
import { SidePanel } from "../panels/SidePanel";
import { openPoll } from "../wire/polls";
import type { DebateView } from "../wire/types";
import "./room.css";

interface RoomProps {
  view: DebateView;
  panel: OpenPanel;
  /** What stays on top of the window. */
  bar: ReactNode;
  children: ReactNode;
}

/** The panel that says most about a debate as it is when it is opened. */
function firstPanel(view: DebateView): string {
  if (openPoll(view)) return "audience";
  return view.ballots.length || view.status === "finished" ? "score" : "graph";
}

/** The panel that is open in the room of `view`. */
export function useRoomPanel(view: DebateView): OpenPanel {
  const [first] = useState(() => firstPanel(view));
  return useOpenPanel(
    panelsOf(view).map(({ id }) => id),
    first,
  );
}

export function Room({ view, panel, bar, children }: RoomProps) {
  useActions(panelActions(panelsOf(view), panel));
  return (
    <div className="room">
      <div className="room-bar no-print">{bar}</div>
      <div className="room-stage">{children}</div>
      <SidePanel view={view} panel={panel} />
    </div>
  );
}
