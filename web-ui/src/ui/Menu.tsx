// A menu of commands behind a button.
import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { type ReactElement, useRef } from "react";
import { useLayer } from "./layer";

export interface MenuItem {
  id: string;
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => unknown;
}

interface MenuProps {
  trigger: ReactElement;
  label: string;
  items: readonly MenuItem[];
}

export function Menu({ trigger, label, items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={useLayer()}>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="no-print z-40 min-w-48 rounded-xl border border-line bg-surface p-1 shadow-raised"
        >
          {items.map(({ id, label: name, icon: Icon, danger, disabled, onSelect }) => (
            <Radix.Item
              key={id}
              disabled={disabled}
              onSelect={() => {
                button.current?.focus(); // a dialog that opens now gives the focus back to here
                void onSelect();
              }}
              className={`flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-3 py-2 outline-none data-[disabled]:cursor-not-allowed data-[highlighted]:bg-sunken data-[disabled]:opacity-55 data-[highlighted]:outline-2 data-[highlighted]:outline-accent ${danger ? "text-bad" : ""}`}
            >
              {Icon && <Icon aria-hidden className="size-4" />}
              {name}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
