// The corner in which short messages appear.
import { X } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { useStore } from "zustand";
import { common } from "../strings";
import { IconButton } from "./Button";
import { dismiss, type ToastMessage, toasts } from "./toasts";

export function Toasts() {
  const shown = useStore(toasts, (state) => state.shown);
  return (
    <div className="no-print pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-2">
      {shown.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </div>
  );
}

/** The second press of a double click, whose first made the message appear under the pointer. */
function isSecond({ detail }: MouseEvent): boolean {
  return detail > 1;
}

function Toast({ message }: { message: ToastMessage }) {
  const { id, text, kind, action, stay } = message;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), stay);
    return () => clearTimeout(timer);
  }, [held, id, stay]);
  const act = (event: MouseEvent) => {
    if (isSecond(event)) return;
    dismiss(id, true);
    void action?.run();
  };
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`pointer-events-auto flex max-w-md items-center gap-2 rounded-xl border bg-surface py-1 ps-4 pe-1 shadow-raised ${kind === "error" ? "border-bad text-bad" : "border-edge"}`}
    >
      <span dir="auto">{text}</span>
      {action && (
        <button type="button" onClick={act} className="min-h-11 rounded-lg px-3 font-semibold text-accent">
          {action.label}
        </button>
      )}
      <IconButton icon={X} label={common.dismiss} onClick={(event) => isSecond(event) || dismiss(id)} />
    </div>
  );
}
