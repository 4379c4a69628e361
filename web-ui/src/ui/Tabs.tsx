// Tabs. Only the panel that is shown is mounted.
import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";

export interface Tab {
  id: string;
  label: string;
  /** A short count or state beside the label. */
  badge?: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (id: string) => void;
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // Where there is no room for all: the open one is never beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    const { current } = list;
    const open = current?.querySelector("[data-state=active]");
    if (!current || !open) return;
    const row = current.getBoundingClientRect();
    const box = open.getBoundingClientRect();
    const by = box.right > row.right ? box.right - row.right : Math.min(0, box.left - row.left);
    if (by) current.scrollLeft += by;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={onChange} className="flex min-h-0 flex-col">
      <Radix.List ref={list} aria-label={label} className="flex shrink-0 overflow-x-auto border-line border-b px-1">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="flex min-h-11 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2 text-muted text-sm data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.badge}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="min-h-0 flex-1 overflow-y-auto p-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
