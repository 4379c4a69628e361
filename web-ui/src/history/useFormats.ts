// The formats of this server, for the titles and the order of sides in lists. Without them, names serve.
import { useEffect, useState } from "react";
import { type SideMark, sideMark } from "../sides";
import { api, problemOf } from "../wire/client";
import { own } from "../wire/own";
import type { DebateSummary, Problem, Schemas } from "../wire/types";

export type FormatCard = Schemas["FormatCard"];

export interface FormatList {
  readonly formats: readonly FormatCard[];
  readonly problem: Problem | null;
}

export function useFormats(): FormatList {
  const [list, setList] = useState<FormatList>({ formats: [], problem: null });
  useEffect(() => {
    const gone = new AbortController();
    api.get<Schemas["Formats"]>("/api/formats", { signal: gone.signal }).then(
      ({ formats }) => setList({ formats, problem: null }),
      (error) => {
        if (!gone.signal.aborted) setList({ formats: [], problem: problemOf(error) });
      },
    );
    return () => gone.abort();
  }, []);
  return list;
}

export function formatTitle({ format }: DebateSummary, formats: readonly FormatCard[]): string {
  return formats.find(({ name }) => name === format)?.title ?? format;
}

/** Each side's mark and model, in the order of the format. */
export function lineUpOf(debate: DebateSummary, formats: readonly FormatCard[]): { mark: SideMark; model: string }[] {
  const sides = sidesOf(debate, formats);
  return sides.map((side) => ({ mark: sideMark(sides, side), model: own(debate.lineup, side) ?? "" }));
}

export function sidesOf({ format, lineup }: DebateSummary, formats: readonly FormatCard[]): string[] {
  const known = formats.find(({ name }) => name === format)?.sides;
  const named = Object.keys(lineup);
  if (known?.length && named.every((side) => known.includes(side))) return known;
  return named.sort((a, b) => Number(b === "pro") - Number(a === "pro")); // a log of a format that this server lacks
}
