// What a replay offers beside its controls: keys, palette, help sheet.
import type { Action } from "../actions";
import { common } from "../strings";
import { replay as copy } from "../strings/replay";
import type { ReplaySession } from "./session";

export function replayActions(session: ReplaySession, playing: boolean): Action[] {
  const group = common.groups.display;
  const step = (by: 1 | -1, of: "turn" | "phase") => () => session.step(by, of);
  return [
    { id: "replay.play", group, label: playing ? copy.stop : copy.play, keys: ["Space"], run: () => session.toggle() },
    { id: "replay.next", group, label: copy.nextTurn, keys: ["ArrowRight"], run: step(1, "turn") },
    { id: "replay.last", group, label: copy.lastTurn, keys: ["ArrowLeft"], run: step(-1, "turn") },
    { id: "replay.nextPhase", group, label: copy.nextPhase, keys: ["Shift+ArrowRight"], run: step(1, "phase") },
    { id: "replay.lastPhase", group, label: copy.lastPhase, keys: ["Shift+ArrowLeft"], run: step(-1, "phase") },
    { id: "replay.beginning", group, label: copy.beginning, keys: ["Home"], run: () => session.toBeginning() },
    { id: "replay.end", group, label: copy.end, keys: ["End"], run: () => session.toEnd() },
  ];
}
