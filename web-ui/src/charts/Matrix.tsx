// Criterion by side: a mark per judge, or the same numbers as a table.
import { ChartNoAxesGantt, Table2 } from "lucide-react";
import { useState } from "react";
import { criteria, judgeNumber, mean, points, total } from "../panels/verdict";
import { sideMark } from "../sides";
import { verdict as copy, judgeName, sideName } from "../strings/verdict";
import { Button } from "../ui/Button";
import type { DebateView } from "../wire/types";
import { DotWhisker } from "./DotWhisker";

function given(view: DebateView, side: string, criterion: string): number[] {
  return view.ballots.map((ballot) => points(ballot, side, criterion)).filter((one) => one !== null);
}

export function meanText(numbers: readonly number[]): string {
  const found = mean(numbers);
  return found === null ? "–" : found.toFixed(1);
}

/** `argument: Pro 7, 6, 6 (mean 6.3); Con …`: what the picture shows, for whoever does not see it. */
export function rowText(view: DebateView, criterion: string): string {
  const sides = view.sides.map((side) => {
    const numbers = given(view, side, criterion);
    return `${sideName(view, side)} ${numbers.join(", ")} (${copy.mean.toLowerCase()} ${meanText(numbers)})`;
  });
  return `${criterion}: ${sides.join("; ")}`;
}

export function Matrix({ view }: { view: DebateView }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-label={copy.scores} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3>{copy.scores}</h3>
        <Button kind="quiet" icon={asTable ? ChartNoAxesGantt : Table2} onClick={() => setAsTable(!asTable)}>
          {asTable ? copy.chart : copy.table}
        </Button>
      </div>
      {asTable ? <ScoreTable view={view} /> : <Chart view={view} />}
      <p className="text-muted text-sm">{copy.scoresNote(view.ballots.length)}</p>
    </section>
  );
}

function Chart({ view }: { view: DebateView }) {
  return (
    <ul className="flex flex-col gap-3">
      {criteria(view.ballots).map((criterion) => (
        <li key={criterion} className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
          <span className="col-span-2 text-sm first-letter:uppercase">{criterion}</span>
          <DotWhisker
            label={rowText(view, criterion)}
            rows={view.sides.map((side) => ({
              mark: sideMark(view.sides, side),
              points: given(view, side, criterion),
            }))}
          />
          <div aria-hidden className="flex flex-col text-sm tabular-nums leading-[1.3]">
            {view.sides.map((side) => (
              <span key={side} data-side={sideMark(view.sides, side).index} className="text-side">
                {sideMark(view.sides, side).letter} {meanText(given(view, side, criterion))}
              </span>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

const CELL = "border border-line px-1.5 py-1 text-end tabular-nums";

function ScoreTable({ view }: { view: DebateView }) {
  const rows = criteria(view.ballots);
  const heads = view.ballots.map((ballot) => judgeNumber(ballot.judge) ?? ballot.judge);
  return (
    <section className="overflow-x-auto" tabIndex={0} aria-label={copy.scoresTable}>
      <table className="border-collapse text-[0.8125rem]">
        <thead>
          <tr>
            <th rowSpan={2} scope="col" className={`${CELL} text-start!`}>
              {copy.criterion}
            </th>
            {view.sides.map((side) => (
              <th
                key={side}
                scope="colgroup"
                colSpan={view.ballots.length + 1}
                data-side={sideMark(view.sides, side).index}
                className={`${CELL} text-center! text-side`}
              >
                {sideName(view, side)}
              </th>
            ))}
          </tr>
          <tr>
            {view.sides.map((side) => [
              ...view.ballots.map((ballot, at) => (
                <th key={`${side} ${ballot.judge}`} scope="col" className={`${CELL} font-normal text-muted`}>
                  <span aria-hidden>{heads[at]}</span>
                  <span className="sr-only">{judgeName(ballot.judge)}</span>
                </th>
              )),
              <th key={`${side} mean`} scope="col" className={`${CELL} font-normal text-muted`}>
                {copy.mean}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map((criterion) => (
            <tr key={criterion}>
              <th scope="row" className={`${CELL} text-start! font-normal first-letter:uppercase`}>
                {criterion}
              </th>
              {view.sides.map((side) => [
                ...view.ballots.map((ballot) => (
                  <td key={`${side} ${ballot.judge}`} className={CELL}>
                    {points(ballot, side, criterion) ?? "–"}
                  </td>
                )),
                <td key={`${side} mean`} className={`${CELL} font-semibold`}>
                  {meanText(given(view, side, criterion))}
                </td>,
              ])}
            </tr>
          ))}
          <tr>
            <th scope="row" className={`${CELL} text-start!`}>
              {copy.total}
            </th>
            {view.sides.map((side) => {
              const totals = view.ballots.map((ballot) => total(ballot, side));
              return [
                ...view.ballots.map((ballot, at) => (
                  <td key={`${side} ${ballot.judge}`} className={`${CELL} font-semibold`}>
                    {totals[at]}
                  </td>
                )),
                <td key={`${side} mean`} className={`${CELL} font-semibold`}>
                  {meanText(totals)}
                </td>,
              ];
            })}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
