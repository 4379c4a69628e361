// Search and filters of the list. What is chosen stands in the address, and as chips that take it away again.
import { Search, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { history } from "../strings/history";
import { Field, Select } from "../ui/Field";
import { type Filters, filtered, noFilters, type StatusFilter } from "./filters";
import type { FormatCard } from "./useFormats";

const copy = history.filters;
/** Milliseconds of rest after which what was typed is searched for. */
const REST = 250;

interface FilterBarProps {
  filters: Filters;
  formats: readonly FormatCard[];
  box: RefObject<HTMLInputElement | null>;
  onChange: (filters: Filters) => void;
}

export function FilterBar({ filters, formats, box, onChange }: FilterBarProps) {
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part });
  const named = formats.some(({ name }) => name === filters.format) || !filters.format;
  const choices = [
    { value: "", label: copy.anyFormat },
    ...formats.map(({ name, title }) => ({ value: name, label: title })),
    ...(named ? [] : [{ value: filters.format, label: filters.format }]),
  ];
  const outcomes = Object.entries({ "": copy.anyOutcome, ...history.outcomes });
  return (
    <section aria-label={copy.label} className="flex flex-col gap-3">
      <div className="grid gap-3 min-[24rem]:grid-cols-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-[24rem]:max-sm:col-span-2">
          <SearchBox value={filters.q} box={box} onChange={(q) => change({ q })} />
        </div>
        <Field label={copy.format}>
          {(control) => (
            <Select {...control} options={choices} value={filters.format} onChange={(format) => change({ format })} />
          )}
        </Field>
        <Field label={copy.outcome}>
          {(control) => (
            <Select
              {...control}
              options={outcomes.map(([value, label]) => ({ value, label }))}
              value={filters.outcome}
              onChange={(outcome) => change({ outcome })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="contents">
          <legend className="sr-only">{copy.status}</legend>
          {(Object.entries(copy.statuses) as [StatusFilter, string][]).map(([status, label]) => (
            <button
              key={status}
              type="button"
              aria-pressed={filters.status === status}
              onClick={() => change({ status })}
              className="min-h-11 rounded-full border border-edge px-4 aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:font-medium aria-pressed:text-accent"
            >
              {label}
            </button>
          ))}
        </fieldset>
        <Chips filters={filters} choices={choices} onChange={onChange} />
      </div>
    </section>
  );
}

interface SearchBoxProps extends Pick<FilterBarProps, "box"> {
  value: string;
  onChange: (value: string) => void;
}

function SearchBox({ value, box, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  // What the address says wins when it changes by itself (back, clear filters).
  useEffect(() => setTyped(value), [value]);
  const search = useRef(onChange);
  useEffect(() => {
    search.current = onChange; // with the other filters as they are when the clock strikes
  });
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => search.current(typed), REST);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <Field label={history.search.label}>
      {(control) => (
        <div className="relative">
          <Search aria-hidden className="absolute inset-s-3 top-3.5 size-4 text-muted" />
          <input
            {...control}
            ref={box}
            type="search"
            dir="auto"
            maxLength={200}
            value={typed}
            placeholder={history.search.placeholder}
            onChange={(event) => setTyped(event.target.value)}
            className="input ps-9"
          />
        </div>
      )}
    </Field>
  );
}

interface ChipsProps extends Pick<FilterBarProps, "filters" | "onChange"> {
  choices: readonly { value: string; label: string }[];
}

function Chips({ filters, choices, onChange }: ChipsProps) {
  if (!filtered(filters)) return null;
  const label = (name: keyof Filters) => {
    const value = filters[name];
    if (name === "format") return choices.find((choice) => choice.value === value)?.label ?? value;
    return name === "outcome" ? (history.outcomes[value] ?? value) : `“${value}”`;
  };
  const names = (["q", "format", "outcome"] as const).filter((name) => filters[name]);
  return (
    <>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={copy.remove(label(name))}
          onClick={() => onChange({ ...filters, [name]: "" })}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-accent bg-accent-tint px-4 text-accent"
        >
          <span dir="auto" className="max-w-48 truncate">
            {label(name)}
          </span>
          <X aria-hidden className="size-4" />
        </button>
      ))}
      <button type="button" onClick={() => onChange(noFilters)} className="min-h-11 px-2 text-accent underline">
        {copy.clear}
      </button>
    </>
  );
}
