// A box for the name of a model: names that can be used now are offered, and what a typed one lacks is said.

import { Field } from "../ui/Field";
import type { Schemas } from "../wire/types";
import { box } from "./form";
import { remark, suggestions } from "./models";

export const SUGGESTED = "suggested-models";

interface ModelInputProps {
  name: string;
  label: string;
  hint?: string;
  value: string;
  placeholder: string;
  error: string | undefined;
  models: Schemas["ModelList"];
  onChange: (value: string) => void;
}

export function ModelInput({ name, label, hint, value, placeholder, error, models, onChange }: ModelInputProps) {
  const lacking = remark(value, models);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <input
            {...control}
            {...box(name)}
            type="text"
            list={SUGGESTED}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            translate="no"
            value={value}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
            className="input"
          />
          {lacking && !error && <p className="text-sm text-warn">{lacking}</p>}
        </>
      )}
    </Field>
  );
}

/** The offered names; one list serves every box. */
export function SuggestedModels({ models }: { models: Schemas["ModelList"] }) {
  return (
    <datalist id={SUGGESTED}>
      {suggestions(models).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </datalist>
  );
}
