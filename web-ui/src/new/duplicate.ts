// The form of a debate that was: its setup as text in boxes.
import type { Setup } from "../wire/types";
import { type Draft, emptyDraft, type ModelOptions } from "./draft";

const text = (value: number | string | null | undefined) => (value == null ? "" : String(value));

/** `motion`: as it was debated, for a motion that was invented. */
export function draftOf(setup: Setup, motion: string | null): Draft {
  const { default: all, ...rest } = setup.models;
  const models = Object.fromEntries(Object.entries(rest).map(([who, choice]) => [who, choice.model]));
  return {
    ...emptyDraft,
    motion: setup.motion?.text ?? motion ?? "",
    about: setup.about ?? "",
    info: setup.motion?.info ?? "",
    keywords: (setup.motion?.keywords ?? []).join(", "),
    format: setup.format,
    rounds: text(setup.vars?.rounds),
    model: all?.model ?? "",
    each: Object.keys(models).length > 0,
    models,
    options: optionsOf(setup),
    styles: { ...setup.styles },
    judges: text(setup.judges),
    listeners: text(setup.listeners || null),
    vote_wait: text(setup.vote_wait),
    budget: text(setup.limits?.budget),
    max_calls: text(setup.limits?.max_calls),
    seed: text(setup.seed),
  };
}

/** The options of models that have any. An address is never asked for: only the server's own settings may give one. */
function optionsOf(setup: Setup): Record<string, ModelOptions> {
  const found: Record<string, ModelOptions> = {};
  for (const [who, { base_url: _address, ...choice }] of Object.entries(setup.models)) {
    const given = Object.entries(choice).filter(([, value]) => value !== null && value !== undefined);
    if (given.length > 1) found[who] = Object.fromEntries(given) as ModelOptions;
  }
  return found;
}
