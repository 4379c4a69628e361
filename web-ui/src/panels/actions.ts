// The keys of panels: one opens its panel, pressed again it closes it; Escape closes whichever is open.
import type { Action } from "../actions";
import { common } from "../strings";
import { live as copy } from "../strings/live";
import type { OpenPanel } from "./place";
import type { Panel } from "./registry";

export function panelActions(offered: readonly Panel[], panel: OpenPanel): Action[] {
  const group = common.groups.debate;
  const toggles = offered.map(({ id, label, key }) => ({
    ...{ id: `panel.${id}`, group, label: copy.keys.panel(label), keys: [key] },
    run: () => (panel.id === id ? panel.close() : panel.open(id)),
  }));
  const close = { id: "panel.close", group, label: copy.keys.panelClose, keys: ["Escape"] };
  return [...toggles, { ...close, when: () => panel.id !== null, run: panel.close }];
}
