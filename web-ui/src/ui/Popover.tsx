// A small panel at what opened it. Not modal: the page behind stays readable. Focus goes back when it closes.
import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useLayer } from "./layer";

interface PopoverProps {
  trigger: ReactElement;
  label: string;
  children: ReactNode;
  side?: "top" | "bottom" | "left" | "right";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Popover({ trigger, label, children, side = "bottom", ...state }: PopoverProps) {
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={useLayer()}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className="no-print z-40 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-xl border border-line bg-surface p-4 shadow-raised"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
