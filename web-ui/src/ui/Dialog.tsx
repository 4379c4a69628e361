// A dialog: the browser's own, which keeps the focus inside, gives it back, and closes on Escape.
import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { common } from "../strings";
import { IconButton } from "./Button";
import { Layer } from "./layer";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the foot. */
  footer?: ReactNode;
  wide?: boolean;
  /** Nothing in it takes the focus, so the keys scroll the text itself. */
  text?: boolean;
}

/** Children are mounted only while it is open; `data-focus` marks what gets the focus first. A press beside it closes it. */
export function Dialog({ open, onClose, title, children, footer, wide = false, text = false }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    if (!open || !dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-focus]")?.focus();
    return () => {
      dialog.close();
      // React has taken the dialog out of the page already, so the browser gives the focus back to nobody.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, [open]);
  if (!open) return null;
  const beside = (event: MouseEvent) => event.target === box.current && onClose();
  return (
    <dialog
      ref={box}
      aria-labelledby={id}
      onClick={beside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={`m-auto max-h-[85dvh] w-[calc(100%-2rem)] overflow-hidden rounded-2xl bg-surface p-0 text-ink shadow-raised ${wide ? "max-w-3xl" : "max-w-xl"}`}
    >
      <Layer value={box}>
        <div className="flex max-h-[85dvh] flex-col">
          <header className="flex items-center justify-between gap-4 border-line border-b py-2 ps-5 pe-2">
            <h2 id={id} className="text-lg">
              {title}
            </h2>
            <IconButton icon={X} label={common.close} onClick={onClose} />
          </header>
          {text ? (
            <div role="group" aria-labelledby={id} tabIndex={0} className="overflow-y-auto p-5">
              {children}
            </div>
          ) : (
            <div className="overflow-y-auto p-5">{children}</div>
          )}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</footer>
          )}
        </div>
      </Layer>
    </dialog>
  );
}
