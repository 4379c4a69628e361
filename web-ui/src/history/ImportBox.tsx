// Bringing in a log: a button, the veil that shows where to drop, progress, and what went wrong.
import { FileUp } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { to } from "../routes";
import { common } from "../strings";
import { history } from "../strings/history";
import { Button } from "../ui/Button";
import { ErrorCard } from "../ui/states";
import { useDrop } from "./useDrop";
import type { Importing } from "./useImport";

const copy = history.bring;

export function ImportButton({ importing }: { importing: Importing }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.ndjson,application/jsonl"
        aria-label={copy.choose}
        tabIndex={-1}
        className="hidden"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = ""; // the same file may be chosen again
          void importing.take(files);
        }}
      />
      <Button
        icon={FileUp}
        busy={importing.sending !== null}
        title={copy.hint}
        onClick={() => void input.current?.click()}
      >
        {copy.choose}
      </Button>
    </>
  );
}

/** Progress or failure of an import, and the veil while a file is held over the page. */
export function ImportState({ importing }: { importing: Importing }) {
  const { sending, problem, here, take, dismiss } = importing;
  const over = useDrop(take);
  return (
    <>
      {over && (
        <div className="pointer-events-none fixed inset-3 z-40 flex items-center justify-center rounded-2xl border-4 border-accent border-dashed bg-paper/90 font-semibold text-2xl">
          {copy.drop}
        </div>
      )}
      {sending && <Progress name={sending.name} share={sending.share} />}
      {problem && (
        <ErrorCard problem={problem}>
          {here && (
            <Link
              href={to.debate(here)}
              className="inline-flex min-h-11 items-center rounded-lg border border-edge px-4 font-medium"
            >
              {copy.open}
            </Link>
          )}
          <Button onClick={dismiss}>{common.dismiss}</Button>
        </ErrorCard>
      )}
    </>
  );
}

function Progress({ name, share }: { name: string; share: number }) {
  const sent = share >= 1;
  return (
    <div className="card flex flex-col gap-2 py-3">
      <p className="flex justify-between gap-4">
        <span dir="auto">{copy.busy(name)}</span>
        <span className="text-muted tabular-nums">{sent ? copy.checking : copy.percent(share)}</span>
      </p>
      <progress
        aria-label={copy.busy(name)}
        max={1}
        value={sent ? undefined : share}
        className="w-full accent-accent"
      />
    </div>
  );
}
