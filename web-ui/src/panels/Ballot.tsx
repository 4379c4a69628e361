// One judge's ballot: reasons first, then scores with totals, and everything odd about it.

import { RefreshCw } from "lucide-react";
import { sideMark } from "../sides";
import { verdict as copy, judgeName, sideName } from "../strings/verdict";
import { ModelName } from "../ui/ModelName";
import { Pill } from "../ui/Pill";
import type { Ballot as BallotData, DebateView } from "../wire/types";
import { criteria, metIn, points, total, winners } from "./verdict";

const CELL = "border border-line px-2 py-1 text-end tabular-nums";

export function Ballot({ ballot, view }: { ballot: BallotData; view: DebateView }) {
  const first = winners(ballot);
  const won = first.length === 1 ? (first[0] ?? "") : null;
  const name = judgeName(ballot.judge);
  return (
    <article aria-label={`${copy.title}: ${name}`} className="card flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <h4 className="font-semibold">{name}</h4>
        {ballot.model && <ModelName name={ballot.model} className="text-muted text-sm" />}
        <span data-side={won ? sideMark(view.sides, won).index : 0}>
          <Pill tone={won ? "side" : "plain"}>{won ? copy.ballotFor(sideName(view, won)) : copy.tiedBallot}</Pill>
        </span>
        {ballot.asked > 1 && (
          <Pill tone="warn" icon={RefreshCw}>
            {copy.asked}
          </Pill>
        )}
      </header>
      {ballot.asked > 1 && <p className="text-muted text-sm">{copy.askedWhy}</p>}
      {ballot.rfd && (
        <blockquote dir="auto" className="border-line border-s-2 ps-3">
          {ballot.rfd}
        </blockquote>
      )}
      <table className="self-start border-collapse text-sm">
        <caption className="sr-only">{`${copy.scores}: ${name}`}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${CELL} text-start!`}>
              {copy.criterion}
            </th>
            {view.sides.map((side) => (
              <th key={side} scope="col" data-side={sideMark(view.sides, side).index} className={`${CELL} text-side`}>
                {sideName(view, side)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {criteria([ballot]).map((criterion) => (
            <tr key={criterion}>
              <th scope="row" className={`${CELL} text-start! font-normal first-letter:uppercase`}>
                {criterion}
              </th>
              {view.sides.map((side) => (
                <td key={side} className={CELL}>
                  {points(ballot, side, criterion) ?? "–"}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row" className={`${CELL} text-start!`}>
              {copy.total}
            </th>
            {view.sides.map((side) => (
              <td key={side} className={`${CELL} font-semibold`}>
                {total(ballot, side)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="text-muted text-sm">
        {copy.met(metIn(view.sides, ballot.judge).map((side) => sideName(view, side)))}
      </p>
    </article>
  );
}
