// S15: the debate as a file or on paper. Each says what it holds before it is made.
import { Download, Printer } from "lucide-react";
import { useReplay } from "../replay/session";
import { useDebate } from "../store";
import { papers as copy } from "../strings/papers";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { address } from "../wire/client";
import { debatePath } from "../wire/stream";

export default function Export({ open = true, onClose }: { open?: boolean; onClose: () => void }) {
  const id = useDebate((state) => state.id);
  const shown = useDebate((state) => state.view.status);
  // A replay shows the debate as it stood; the papers are of the whole.
  const replay = useReplay();
  const over = (replay?.reel.getState().end.status ?? shown) === "finished";
  function print(): void {
    onClose();
    setTimeout(() => window.print()); // once the dialog is gone
  }
  return (
    <Dialog open={open} onClose={onClose} title={copy.title}>
      <p className="text-muted">{copy.note}</p>
      {!over && <p className="mt-2 text-warn">{copy.unfinished}</p>}
      <ul className="mt-3 flex flex-col">
        {copy.all.map(({ format, name, holds }) => (
          <li key={format} className="flex flex-wrap items-center gap-3 border-line border-t py-3">
            <div className="min-w-0 flex-1 basis-64">
              <h3>{name}</h3>
              <p className="text-muted text-sm">{holds}</p>
            </div>
            <a
              href={address(debatePath(id, "/export"), { format })}
              download
              aria-label={copy.download(name)}
              className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-edge bg-surface px-4 py-2 font-medium hover:bg-sunken"
            >
              <Download aria-hidden className="size-4" />
              {name}
            </a>
          </li>
        ))}
        <li className="flex flex-wrap items-center gap-3 border-line border-t py-3">
          <div className="min-w-0 flex-1 basis-64">
            <h3>{copy.print}</h3>
            <p className="text-muted text-sm">{copy.printHolds}</p>
          </div>
          <Button icon={Printer} onClick={print}>
            {copy.print}
          </Button>
        </li>
      </ul>
    </Dialog>
  );
}
