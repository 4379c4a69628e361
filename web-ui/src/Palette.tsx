// Every action by name, behind Ctrl/⌘+K. Loaded when it is first opened.
import { Command } from "cmdk";
import { type Action, type ActionContext, available } from "./actions";
import { byGroup, Keys } from "./HelpSheet";
import { common } from "./strings";
import { Dialog } from "./ui/Dialog";

interface PaletteProps {
  onClose: () => void;
  context: ActionContext;
}

export default function Palette({ onClose, context }: PaletteProps) {
  const choose = (action: Action) => {
    onClose();
    void action.run(context);
  };
  return (
    <Dialog open onClose={onClose} title={common.palette.title}>
      <Command label={common.palette.title} loop>
        <Command.Input data-focus placeholder={common.palette.placeholder} className="input" />
        <Command.List className="mt-3 max-h-[50dvh] overflow-y-auto">
          <Command.Empty className="p-3 text-muted">{common.palette.empty}</Command.Empty>
          {byGroup(available(context)).map(([group, actions]) => (
            <Command.Group
              key={group}
              heading={group}
              className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-sm"
            >
              {actions.map((action) => (
                <Command.Item
                  key={action.id}
                  value={`${action.group} ${action.label} ${action.id}`}
                  onSelect={() => choose(action)}
                  className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 data-[selected=true]:bg-sunken data-[selected=true]:outline-2 data-[selected=true]:outline-accent data-[selected=true]:-outline-offset-2"
                >
                  {action.label}
                  <Keys of={action} />
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
