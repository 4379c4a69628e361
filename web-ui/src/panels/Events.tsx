// The raw log: number, time and type of every event, and each as it is stored for whoever opens it.
import { useCallback, useEffect, useMemo, useState } from "react";
import { momentName } from "../replay/moments";
import { useDebate } from "../store";
import { events as copy } from "../strings/cost";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { EmptyState, ErrorCard, Skeleton } from "../ui/states";
import { api, problemOf } from "../wire/client";
import { openPoll } from "../wire/polls";
import { debatePath } from "../wire/stream";
import type { DebateView, LogEntry, Problem, Schemas } from "../wire/types";

const PAGE = 200;

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

export default function Events() {
  const id = useDebate((state) => state.id);
  const log = useDebate((state) => state.log);
  const view = useDebate((state) => state.view);
  const [filter, setFilter] = useState("");
  const [shown, setShown] = useState(PAGE);
  const fitting = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return wanted
      ? log.filter((entry) => `${entry.seq} ${entry.type} ${entry.slot ?? ""}`.toLowerCase().includes(wanted))
      : log;
  }, [log, filter]);
  const secret = useMemo(() => secretFrom(view, log), [view, log]);
  if (!log.length) return <EmptyState title={copy.none} />;
  const hidden = Math.max(0, fitting.length - shown);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">{copy.note}</p>
      <Field label={copy.filter}>
        {(control) => (
          <input
            {...control}
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            className="input"
          />
        )}
      </Field>
      {!fitting.length && <p className="text-muted">{copy.nothing}</p>}
      {hidden > 0 && <Button onClick={() => setShown(shown + PAGE)}>{copy.earlier(Math.min(hidden, PAGE))}</Button>}
      <ol aria-label={copy.title} className="flex flex-col">
        {fitting.slice(hidden).map((entry) => (
          <Entry key={entry.seq} {...{ id, entry, view }} secret={entry.type === "vote.cast" && entry.seq > secret} />
        ))}
      </ol>
    </div>
  );
}

interface EntryProps {
  id: string;
  entry: LogEntry;
  view: DebateView;
  /** How the vote was cast is nobody's business yet. */
  secret: boolean;
}

/** The number after which votes belong to a ballot that still takes votes; infinite where none does. */
function secretFrom(view: DebateView, log: readonly LogEntry[]): number {
  if (!openPoll(view)) return Number.POSITIVE_INFINITY;
  return log.findLast(({ type }) => type === "vote.opened")?.seq ?? 0;
}

function Entry({ id, entry, view, secret }: EntryProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-line border-b">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 flex-wrap items-center gap-x-2 py-1 text-sm">
          <span className="min-w-8 text-end text-muted tabular-nums">{entry.seq}</span>
          <code translate="no">{entry.type}</code>
          <time dateTime={entry.at} className="ms-auto text-muted tabular-nums">
            {entry.at && TIME.format(new Date(entry.at))}
          </time>
          <span dir="auto" className="basis-full ps-10 text-muted">
            {momentName(view, entry)}
          </span>
        </summary>
        {open && (secret ? <p className="mb-2 ps-10 text-muted">{copy.secret}</p> : <Stored id={id} seq={entry.seq} />)}
      </details>
    </li>
  );
}

function Stored({ id, seq }: { id: string; seq: number }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(async () => {
    setProblem(null);
    try {
      const { events } = await api.get<Schemas["Log"]>(debatePath(id, "/log"), { query: { after: seq - 1, limit: 1 } });
      setText(JSON.stringify(events[0] ?? null, null, 2));
    } catch (error) {
      setProblem(problemOf(error));
    }
  }, [id, seq]);
  useEffect(() => void load(), [load]);
  if (problem) return <ErrorCard problem={problem} onRetry={load} />;
  if (!text) return <Skeleton />;
  return (
    <pre
      tabIndex={0}
      aria-label={copy.open(seq)}
      translate="no"
      dir="ltr"
      className="mb-2 max-h-96 overflow-auto rounded-lg bg-sunken p-3 text-xs"
    >
      {text}
    </pre>
  );
}
