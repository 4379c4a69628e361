// A word of explanation beside what has the focus or the pointer. Never the only place of what it says.
import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";
import { useInDialog } from "./layer";

export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  // In a dialog there is none: Escape would close it instead of the dialog.
  if (useInDialog()) return children;
  return (
    <Radix.Provider delayDuration={500}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="no-print z-50 max-w-xs rounded-md bg-ink px-2 py-1 text-paper text-sm shadow-raised"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
