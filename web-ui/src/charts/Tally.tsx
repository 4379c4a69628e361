// Votes per option: a real table whose cells carry bars. People and simulated listeners have columns of their own.

import { sideMark } from "../sides";
import { audience as copy, optionName } from "../strings/audience";

interface TallyProps {
  name: string;
  sides: readonly string[];
  options: readonly string[];
  people: Readonly<Record<string, number>>;
  /** Null = there are none. */
  simulated: Readonly<Record<string, number>> | null;
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, votes) => all + votes, 0);
}

export function Tally({ name, sides, options, people, simulated }: TallyProps) {
  const columns = [{ label: copy.people, counts: people }];
  if (simulated) columns.push({ label: copy.simulated, counts: simulated });
  return (
    <table className="w-full border-separate border-spacing-y-1 text-sm">
      <caption className="sr-only">{copy.table(name)}</caption>
      <thead>
        <tr className="text-start text-muted align-bottom">
          <th scope="col" className="pe-2 text-start font-normal">
            {copy.option}
          </th>
          {columns.map(({ label, counts }) => (
            <th key={label} scope="col" className="ps-2 text-start font-normal">
              {label} <span className="whitespace-nowrap">(n = {sum(counts)})</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {options.map((option) => (
          <tr key={option} data-side={sideMark(sides, option).index}>
            <th scope="row" dir="auto" className="w-24 pe-2 text-start font-medium text-side">
              {optionName(sides, option)}
            </th>
            {columns.map(({ label, counts }) => (
              <td key={label} className="ps-2">
                <Bar votes={counts[option] ?? 0} all={sum(counts)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({ votes, all }: { votes: number; all: number }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-3 flex-1 rounded-sm bg-sunken">
        <span
          className="block h-3 rounded-sm border-side border-s-2 bg-side"
          style={{ width: `${all ? (votes / all) * 100 : 0}%` }}
        />
      </span>
      <span className="min-w-6 text-end tabular-nums">{votes}</span>
    </span>
  );
}
