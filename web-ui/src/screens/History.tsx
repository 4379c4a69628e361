// S10: the debates that there are. Those that run are pinned; the others come page by page.
import { Plus, WifiOff } from "lucide-react";
import { useMemo, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { useStore } from "zustand";
import { useActions } from "../actions";
import { deleted } from "../history/deletions";
import { Nothing, Welcome } from "../history/Empty";
import { FilterBar } from "../history/FilterBar";
import { type Filters, filtered, noFilters, readFilters, writeFilters } from "../history/filters";
import { ImportButton, ImportState } from "../history/ImportBox";
import { Rows } from "../history/Rows";
import { useFormats } from "../history/useFormats";
import { useImport } from "../history/useImport";
import { type ShelfView, useShelf } from "../history/useShelf";
import { to } from "../routes";
import { common } from "../strings";
import { history as copy } from "../strings/history";
import { Button } from "../ui/Button";
import { ErrorCard, Skeleton } from "../ui/states";
import { useTitle } from "../useTitle";
import { useNow } from "../wire/clock";

export default function History() {
  useTitle(copy.title);
  const search = useSearch();
  const [, navigate] = useLocation();
  const filters = useMemo(() => readFilters(search), [search]);
  const shelf = useShelf(filters);
  const { formats } = useFormats();
  const importing = useImport();
  const box = useRef<HTMLInputElement>(null);
  useActions([
    {
      ...{ id: "history.search", label: copy.search.label, group: common.groups.page, keys: ["/"] },
      run: () => box.current?.focus(),
    },
  ]);
  const change = (next: Filters) => {
    const query = writeFilters(next);
    const typing = next.q !== filters.q && Boolean(next.q && filters.q); // Back undoes a search, not each letter of it
    navigate(query ? `${to.history}?${query}` : to.history, { replace: typing });
  };
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-5 px-4 py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-2xl">
          {copy.title}
        </h1>
        <div className="flex flex-wrap gap-2">
          <ImportButton importing={importing} />
          <Button kind="primary" icon={Plus} onClick={() => navigate(to.new)}>
            {common.actions.goNew}
          </Button>
        </div>
      </header>
      <ImportState importing={importing} />
      <FilterBar filters={filters} formats={formats} box={box} onChange={change} />
      <Shown shelf={shelf} formats={formats} filters={filters} onClear={() => change(noFilters)} />
    </div>
  );
}

interface ShownProps {
  shelf: ShelfView;
  formats: ReturnType<typeof useFormats>["formats"];
  filters: Filters;
  onClear: () => void;
}

function Shown({ shelf, formats, filters, onClear }: ShownProps) {
  const gone = useStore(deleted, ({ ids }) => ids);
  const now = useNow(30_000);
  const { loaded, problem, next, old } = shelf;
  const kept = (list: ShelfView["items"]) => list.filter(({ debate_id }) => !gone.has(debate_id));
  const [live, items] = [kept(shelf.live), kept(shelf.items)];
  if (!loaded) return problem ? <ErrorCard problem={problem} onRetry={shelf.refresh} /> : <Skeleton lines={8} />;
  const none = !live.length && !items.length;
  const groups = [
    { name: copy.live(live.length), debates: live },
    { name: copy.others, debates: items },
  ];
  return (
    <>
      {problem && <Stale shelf={shelf} />}
      {none && next === null && !old && (filtered(filters) ? <Nothing onClear={onClear} /> : <Welcome />)}
      {!none && <Rows groups={groups} formats={formats} now={now} old={old} />}
      {(next !== null || !none) && <Foot shelf={shelf} shown={live.length + items.length} />}
    </>
  );
}

/** A refresh failed: the rows stay, and this says so. */
function Stale({ shelf: { problem, refresh } }: { shelf: ShelfView }) {
  return (
    <div role="status" className="card flex flex-wrap items-center gap-3 border-warn bg-warn-tint py-2">
      <WifiOff aria-hidden className="size-5 text-warn" />
      <span className="grow basis-48">{problem && copy.stale(problem)}</span>
      <Button onClick={refresh}>{common.retry}</Button>
    </div>
  );
}

function Foot({ shelf: { next, more, moreProblem }, shown }: { shelf: ShelfView; shown: number }) {
  return (
    <div className="flex flex-col items-center gap-2 py-2">
      {moreProblem && <ErrorCard problem={moreProblem} />}
      <p className="text-muted text-sm">{copy.shown(shown, next !== null)}</p>
      {next !== null && <Button onClick={more}>{copy.more}</Button>}
    </div>
  );
}
