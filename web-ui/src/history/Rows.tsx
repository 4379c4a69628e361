// Debates as a table where there is room, as cards where there is none.
import { useRef } from "react";
import { history as copy } from "../strings/history";
import type { DebateSummary } from "../wire/types";
import { remove } from "./deletions";
import { Cost, LineUp, MotionLink, Result, Tags, When } from "./Parts";
import { RowMenu } from "./RowMenu";
import { type FormatCard, formatTitle } from "./useFormats";
import { useWide } from "./useWide";

export interface RowsProps {
  debates: readonly DebateSummary[];
  formats: readonly FormatCard[];
  /** What the list is, for screen readers. */
  caption: string;
  now: number;
  old?: boolean;
}

interface RowProps extends Pick<RowsProps, "formats" | "now"> {
  debate: DebateSummary;
  onDelete: () => void;
}

export function Rows({ debates, formats, caption, now, old = false }: RowsProps) {
  const wide = useWide();
  const list = useRef<HTMLElement>(null);
  const drop = ({ debate_id, motion }: DebateSummary) => {
    const at = debates.findIndex((debate) => debate.debate_id === debate_id);
    const heir = (debates[at + 1] ?? debates[at - 1])?.debate_id;
    remove(debate_id, motion || copy.noMotion);
    // The row had the focus: its neighbour takes it, once the menu has closed.
    const query = heir ? `[data-debate="${CSS.escape(heir)}"] a` : "h1";
    setTimeout(() => (heir ? list.current : document)?.querySelector<HTMLElement>(query)?.focus());
  };
  const rows = debates.map((debate) => ({
    ...{ key: debate.debate_id, debate, formats, now, onDelete: () => drop(debate) },
  }));
  return (
    <section ref={list} aria-label={caption} aria-busy={old} className={old ? "opacity-60" : ""}>
      {wide ? <Table caption={caption} rows={rows} /> : <Cards rows={rows} />}
    </section>
  );
}

type Keyed = RowProps & { key: string };

function Table({ caption, rows }: { caption: string; rows: readonly Keyed[] }) {
  const { motion, format, lineUp, result, when, cost, menu } = copy.columns;
  return (
    <table className="w-full table-fixed border-collapse text-start">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-muted text-sm">
        <tr className="border-line border-b">
          <Head name={motion} />
          <Head name={format} className="w-[13%]" />
          <Head name={lineUp} className="w-[17%]" />
          <Head name={result} className="w-[15%]" />
          <Head name={when} className="w-[12%]" />
          <Head name={cost} className="w-[11%]" />
          <th scope="col" className="w-14">
            <span className="sr-only">{menu}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, ...row }) => (
          <TableRow key={key} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ name, className = "" }: { name: string; className?: string }) {
  return (
    <th scope="col" className={`py-2 pe-4 text-start font-normal ${className}`}>
      {name}
    </th>
  );
}

function TableRow({ debate, formats, now, onDelete }: RowProps) {
  const cell = "py-3 pe-4 align-top";
  return (
    <tr data-debate={debate.debate_id} className="border-line border-b hover:bg-surface">
      <th scope="row" className={`${cell} text-start font-normal`}>
        <MotionLink debate={debate} />
        <Tags debate={debate} />
      </th>
      <td className={cell}>{formatTitle(debate, formats)}</td>
      <td className={cell}>
        <LineUp debate={debate} formats={formats} />
      </td>
      <td className={cell}>
        <Result debate={debate} formats={formats} />
      </td>
      <td className={cell}>
        <When debate={debate} now={now} />
      </td>
      <td className={cell}>
        <Cost debate={debate} />
      </td>
      <td className="py-1 align-top">
        <RowMenu debate={debate} onDelete={onDelete} />
      </td>
    </tr>
  );
}

function Cards({ rows }: { rows: readonly Keyed[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {rows.map(({ key, ...row }) => (
        <Card key={key} {...row} />
      ))}
    </ul>
  );
}

function Card({ debate, formats, now, onDelete }: RowProps) {
  return (
    <li data-debate={debate.debate_id} className="card flex flex-col gap-2 p-4">
      <div className="flex items-start justify-between gap-2">
        <div>
          <MotionLink debate={debate} />
          <Tags debate={debate} />
        </div>
        <div className="-me-2 -mt-2">
          <RowMenu debate={debate} onDelete={onDelete} />
        </div>
      </div>
      <Result debate={debate} formats={formats} />
      <div className="text-sm">
        <LineUp debate={debate} formats={formats} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm">
        <span className="text-muted">{formatTitle(debate, formats)}</span>
        <When debate={debate} now={now} />
        <Cost debate={debate} />
      </p>
    </li>
  );
}
