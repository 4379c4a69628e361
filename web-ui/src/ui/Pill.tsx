// A short state in a rounded box: an icon and a word, since colour alone says nothing.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const TONES = {
  plain: "border-line text-muted",
  accent: "border-accent text-accent bg-accent-tint",
  good: "border-good text-good",
  warn: "border-warn text-warn bg-warn-tint",
  bad: "border-bad text-bad bg-bad-tint",
  side: "border-side text-side bg-side-tint",
};

interface PillProps {
  tone?: keyof typeof TONES;
  icon?: LucideIcon;
  children: ReactNode;
  className?: string;
}

export function Pill({ tone = "plain", icon: Icon, children, className = "" }: PillProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 max-w-full rounded-full border px-2 py-0.5 text-sm ${TONES[tone]} ${className}`}
    >
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {children}
    </span>
  );
}
