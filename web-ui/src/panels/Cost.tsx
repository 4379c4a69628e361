// S14: what the debate has cost, in all and by role, phase and model. An unknown price is said, never shown as 0.
import { useDebate } from "../store";
import { cost as copy, moneyOf } from "../strings/cost";
import { EmptyState, ErrorCard, Skeleton } from "../ui/states";
import type { DebateView } from "../wire/types";
import { LimitBar } from "./LimitBar";
import { type Spending, type Sum, sumBy, useLedger } from "./ledger";

export default function Cost() {
  const id = useDebate((state) => state.id);
  const seq = useDebate((state) => state.seq);
  const view = useDebate((state) => state.view);
  const { spendings, problem, retry } = useLedger(id, seq, view);
  if (!view.usage.calls) return <EmptyState title={copy.none}>{copy.noneHint}</EmptyState>;
  return (
    <div className="flex flex-col gap-6">
      <Total view={view} spendings={spendings ?? []} />
      {problem && <ErrorCard problem={problem} onRetry={retry} />}
      {!spendings && !problem && <Skeleton />}
      {spendings && (
        <>
          <Table title={copy.by.role} rows={sumBy(spendings, (one) => copy.roles[one.role] ?? one.role)} />
          <Table title={copy.by.phase} rows={sumBy(spendings, (one) => one.phase)} />
          <Table title={copy.by.model} rows={sumBy(spendings, (one) => one.usage.model)} verbatim />
        </>
      )}
    </div>
  );
}

function Total({ view, spendings }: { view: DebateView; spendings: readonly Spending[] }) {
  const { usage } = view;
  const { budget = null, max_calls: most = null } = view.setup?.limits ?? {};
  const taken = view.setup?.origin?.seq;
  const dates = [...new Set(spendings.map(({ usage: one }) => one.priced_on).filter((date) => date != null))].sort();
  return (
    <section aria-label={copy.total} className="card flex flex-col gap-2">
      <p className="font-semibold text-2xl tabular-nums">{moneyOf(usage)}</p>
      <p className="text-muted text-sm">
        {copy.facts(usage)} {copy.time(usage.milliseconds)} {dates.length > 0 && copy.priced(dates)}{" "}
        {spendings.some((one) => one.usage.estimated) && copy.estimated}
      </p>
      {taken && <p className="text-muted text-sm">{copy.taken(taken)}</p>}
      {budget !== null && (
        <div className="mt-1">
          <p className="text-sm">
            {copy.budget}: {moneyOf(usage)} {copy.of(budget)}
          </p>
          <LimitBar share={Number(budget) ? Number(usage.cost) / Number(budget) : 1} label={copy.budget} />
        </div>
      )}
      {most !== null && (
        <div className="mt-1">
          <p className="text-sm">
            {copy.calls}: {copy.callsOf(usage.calls, most)}
          </p>
          <LimitBar share={most ? usage.calls / most : 1} label={copy.calls} />
        </div>
      )}
    </section>
  );
}

interface TableProps {
  title: string;
  rows: readonly Sum[];
  /** The names are not words of this page: a translator leaves them. */
  verbatim?: boolean;
}

function Table({ title, rows, verbatim = false }: TableProps) {
  const { columns, number } = copy;
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="pb-1 text-start font-semibold">{title}</caption>
        <thead className="text-muted">
          <tr className="border-line border-b">
            <td />
            {Object.entries(columns).map(([key, name]) => (
              <th key={key} scope="col" className="px-1.5 py-1 text-end font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-line border-b">
              <th
                scope="row"
                dir="auto"
                translate={verbatim ? "no" : undefined}
                className="break-words py-1.5 pe-2 text-start font-normal"
              >
                {row.name}
              </th>
              {[row.calls, row.input, row.cached, row.output].map((amount, at) => (
                <td key={Object.keys(columns)[at]} className="px-1.5 py-1.5 text-end">
                  {number(amount)}
                </td>
              ))}
              <td className="py-1.5 ps-1.5 text-end">{moneyOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
