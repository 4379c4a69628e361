// The names that are offered for models, and what a typed name still lacks. Keys by name only.
import { fresh } from "../strings/new";
import type { Schemas } from "../wire/types";

const copy = fresh.models;

type ModelList = Schemas["ModelList"];

export interface Suggestion {
  readonly value: string;
  readonly label: string;
}

/** Ready names first, then scripted ones, then providers with what they lack. */
export function suggestions({ suggested, scripted, providers, auto }: ModelList): Suggestion[] {
  const ready = suggested.map((value) => ({ value, label: value === auto ? copy.automatic : copy.ready }));
  const plays = Object.entries(scripted).map(([name, does]) => ({ value: `scripted:${name}`, label: does }));
  const rest = providers
    .filter(({ provider }) => !["scripted", "local"].includes(provider))
    .sort((a, b) => Number(b.state === "ready") - Number(a.state === "ready"))
    .map((row) => ({ value: `${row.provider}:`, label: lack(row) || copy.addName }));
  const seen = new Set<string>();
  return [...ready, ...plays, ...rest].filter(({ value }) => !seen.has(value) && seen.add(value));
}

/** What a provider lacks; "" if it is ready. */
export function lack({ state, key, remedy }: Schemas["Provider"]): string {
  if (state === "ready") return "";
  if (state === "no key" && key) return copy.needs(key);
  return remedy ? `${state}: ${remedy}` : state;
}

/** A sentence about a typed name whose provider is not ready; "" if nothing is known against it. */
export function remark(name: string, { providers }: ModelList): string {
  const [provider, rest] = name.trim().split(/:(.*)/s);
  const row = rest === undefined ? undefined : providers.find((one) => one.provider === provider);
  const missing = row && lack(row);
  if (!row || !missing) return "";
  return row.state === "no key" && row.key ? copy.needsKey(row.provider, row.key) : copy.is(row.provider, missing);
}
