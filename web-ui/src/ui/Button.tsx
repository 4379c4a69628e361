// Buttons. One whose click returns a promise shows at once that it works, and cannot be pressed twice meanwhile.
import { LoaderCircle, type LucideIcon } from "lucide-react";
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from "react";
import { common } from "../strings";
import { Tooltip } from "./Tooltip";

const KINDS = {
  primary: "bg-accent text-accent-ink border-accent hover:brightness-110",
  plain: "bg-surface text-ink border-edge hover:bg-sunken",
  quiet: "bg-transparent text-ink border-transparent hover:bg-sunken",
  danger: "bg-surface text-bad border-bad hover:bg-bad-tint",
};

export interface ButtonProps extends Omit<ComponentProps<"button">, "onClick"> {
  kind?: keyof typeof KINDS;
  icon?: LucideIcon;
  busy?: boolean;
  /** Return the promise of what was started: the button is busy until it settles. Failures are the caller's to show. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
}

/** `busy` while the promise of the last press is open. */
function useBusy(given: boolean, onClick: ButtonProps["onClick"]) {
  const [open, setOpen] = useState(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const busy = given || open;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) return event.preventDefault();
    const started = onClick?.(event);
    if (!(started instanceof Promise)) return;
    setOpen(true);
    void started.finally(() => mounted.current && setOpen(false));
  };
  return { busy, press };
}

export function Button({
  kind = "plain",
  icon: Icon,
  busy: given = false,
  onClick,
  className = "",
  ...rest
}: ButtonProps) {
  const { busy, press } = useBusy(given, onClick);
  const { children, ...props } = rest;
  return (
    <button
      type="button"
      {...props}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-4 py-2 font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress ${KINDS[kind]} ${className}`}
    >
      {busy ? (
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
      ) : (
        Icon && <Icon aria-hidden className="size-4" />
      )}
      {children}
      {busy && <span className="sr-only">{common.working}</span>}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
  icon: LucideIcon;
  label: string;
}

/** A button that shows only a picture; its label is its name and its tooltip. */
export function IconButton({
  icon: Icon,
  label,
  kind = "quiet",
  busy: given = false,
  onClick,
  className = "",
  ...props
}: IconButtonProps) {
  const { busy, press } = useBusy(given, onClick);
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...props}
        onClick={press}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        className={`inline-flex size-11 items-center justify-center rounded-lg border transition-colors disabled:opacity-55 ${KINDS[kind]} ${className}`}
      >
        {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : <Icon aria-hidden className="size-5" />}
      </button>
    </Tooltip>
  );
}
