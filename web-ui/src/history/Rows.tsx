// Debates as a table where there is room, as cards where there is none.
import { type ReactNode, useRef } from "react";
import { history as copy } from "../strings/history";
import type { DebateSummary } from "../wire/types";
import { remove } from "./deletions";
import { Cost, isLive, LineUp, MotionLink, Result, Tags, When } from "./Parts";
import { RowMenu } from "./RowMenu";
import { type FormatCard, formatTitle } from "./useFormats";
import { useWide } from "./useWide";

export interface Group {
  readonly name: string;
  readonly debates: readonly DebateSummary[];
}

interface RowsProps {
  /** Debates that run come first, in a group of their own. */
  groups: readonly Group[];
  formats: readonly FormatCard[];
  now: number;
  /** The rows are of earlier filters. */
  old: boolean;
}

type Drop = (debate: DebateSummary) => void;

interface GroupProps extends Pick<RowsProps, "formats" | "now"> {
  group: Group;
  drop: Drop;
  /** There is no other group to be told from. */
  only: boolean;
}

interface RowProps extends Pick<RowsProps, "formats" | "now"> {
  debate: DebateSummary;
  drop: Drop;
}

export function Rows({ groups, formats, now, old }: RowsProps) {
  const wide = useWide();
  const list = useRef<HTMLElement>(null);
  const drop = ({ debate_id, motion }: DebateSummary) => {
    const debates = groups.flatMap((group) => group.debates);
    const at = debates.findIndex((debate) => debate.debate_id === debate_id);
    const heir = (debates[at + 1] ?? debates[at - 1])?.debate_id;
    remove(debate_id, motion || copy.noMotion);
    // The row had the focus: its neighbour takes it, once the menu has closed.
    const query = heir ? `[data-debate="${CSS.escape(heir)}"] a` : "h1";
    setTimeout(() => (heir ? list.current : document)?.querySelector<HTMLElement>(query)?.focus());
  };
  const filled = groups.filter(({ debates }) => debates.length > 0);
  const parts = filled.map((group) => ({ key: group.name, group, formats, now, drop, only: filled.length === 1 }));
  return (
    <section ref={list} aria-label={copy.all} aria-busy={old} className={old ? "opacity-60" : ""}>
      {wide ? (
        <Table>
          {parts.map(({ key, ...part }) => (
            <TableGroup key={key} {...part} />
          ))}
        </Table>
      ) : (
        parts.map(({ key, ...part }) => <Cards key={key} {...part} />)
      )}
    </section>
  );
}

function Table({ children }: { children: ReactNode }) {
  const { motion, format, lineUp, result, when, cost, menu } = copy.columns;
  return (
    <table className="w-full table-fixed border-collapse text-start">
      <caption className="sr-only">{copy.caption}</caption>
      <thead className="text-muted text-sm">
        <tr className="border-line border-b">
          <Head name={motion} />
          <Head name={format} className="w-[13%]" />
          <Head name={lineUp} className="w-[17%]" />
          <Head name={result} className="w-[15%]" />
          <Head name={when} className="w-[12%]" />
          <Head name={cost} className="w-[11%]" />
          <th scope="col" className="w-12">
            <span className="sr-only">{menu}</span>
          </th>
        </tr>
      </thead>
      {children}
    </table>
  );
}

function TableGroup({ group: { name, debates }, only, ...row }: GroupProps) {
  return (
    <tbody>
      {!only && (
        <tr>
          <th scope="rowgroup" colSpan={7} className="pt-4 pb-1 text-start">
            <h2 className="text-sm">{name}</h2>
          </th>
        </tr>
      )}
      {debates.map((debate) => (
        <TableRow key={debate.debate_id} debate={debate} {...row} />
      ))}
    </tbody>
  );
}

function Head({ name, className = "" }: { name: string; className?: string }) {
  return (
    <th scope="col" className={`py-2 pe-4 text-start font-normal ${className}`}>
      {name}
    </th>
  );
}

function TableRow({ debate, formats, now, drop }: RowProps) {
  const cell = "py-3 pe-4 align-top";
  return (
    <tr
      data-debate={debate.debate_id}
      className={`border-line border-b hover:bg-surface ${isLive(debate) ? "bg-surface" : ""}`}
    >
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
        <RowMenu debate={debate} onDelete={() => drop(debate)} />
      </td>
    </tr>
  );
}

function Cards({ group: { name, debates }, only, ...row }: GroupProps) {
  return (
    <>
      <h2 className={only ? "sr-only" : "pt-2 pb-2 text-sm"}>{name}</h2>
      <ul className="flex flex-col gap-3 pb-2">
        {debates.map((debate) => (
          <Card key={debate.debate_id} debate={debate} {...row} />
        ))}
      </ul>
    </>
  );
}

function Card({ debate, formats, now, drop }: RowProps) {
  return (
    <li
      data-debate={debate.debate_id}
      className={`card flex flex-col gap-2 p-4 ${isLive(debate) ? "border-good" : ""}`}
    >
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <MotionLink debate={debate} />
          <Tags debate={debate} />
        </div>
        <div className="-me-2 -mt-2">
          <RowMenu debate={debate} onDelete={() => drop(debate)} />
        </div>
      </div>
      <Result debate={debate} formats={formats} />
      <div className="text-sm">
        <LineUp debate={debate} formats={formats} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm">
        <span className="wrap-anywhere text-muted">{formatTitle(debate, formats)}</span>
        <When debate={debate} now={now} />
        <Cost debate={debate} />
      </p>
    </li>
  );
}
