// The sheet behind `?`: every key that works here and now.
import { keyLabel } from "./a11y/useKeys";
import { type Action, type ActionContext, available } from "./actions";
import { usePref } from "./prefs";
import { common } from "./strings";
import { Dialog } from "./ui/Dialog";

interface HelpSheetProps {
  open: boolean;
  onClose: () => void;
  context: ActionContext;
}

/** Actions by group, in the order in which they are offered. */
export function byGroup(actions: readonly Action[]): [string, Action[]][] {
  const groups = new Map<string, Action[]>();
  for (const action of actions) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return [...groups];
}

export function HelpSheet({ open, onClose, context }: HelpSheetProps) {
  const shortcuts = usePref("shortcuts");
  if (!open) return null;
  const withKeys = available(context).filter((action) => action.keys?.length);
  return (
    <Dialog open onClose={onClose} title={common.help.title} text>
      <p className="mb-4 text-muted text-sm">{shortcuts === "on" ? common.help.note : common.help.off}</p>
      {byGroup(withKeys).map(([group, actions]) => (
        <section key={group} className="mb-4">
          <h3 className="mb-1 text-muted text-sm">{group}</h3>
          <dl className="grid grid-cols-[1fr_auto] gap-y-1">
            {actions.map((action) => (
              <div key={action.id} className="col-span-2 grid grid-cols-subgrid items-center border-line border-b py-1">
                <dt>{action.label}</dt>
                <dd className="justify-self-end">
                  <Keys of={action} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

/** The keys of an action, as they are written for people. */
export function Keys({ of: { keys = [] } }: { of: Action }) {
  const labels = [...new Set(keys.map((key) => keyLabel(key)))];
  return (
    <span translate="no" className="flex gap-1">
      {labels.map((label) => (
        <kbd key={label} className="rounded border border-edge bg-sunken px-1.5 py-0.5 font-sans text-sm">
          {label}
        </kbd>
      ))}
    </span>
  );
}
