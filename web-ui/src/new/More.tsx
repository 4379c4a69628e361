// What few debates need, folded away: background, limits, chance. Open where something stands in it or is wrong.
import { useEffect, useState } from "react";
import { fresh } from "../strings/new";
import { Field } from "../ui/Field";
import { FOLDED } from "./faults";
import { box, type Form } from "./form";
import { NumberInput } from "./NumberInput";

const copy = fresh.more;

export function More({ form }: { form: Form }) {
  const { draft, change, faults, catalogue } = form;
  const { defaults } = catalogue;
  const [open, setOpen] = useState(() => FOLDED.some((name) => draft[name as "seed"]));
  const wrong = FOLDED.some((name) => faults[name]);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="border-line border-y py-1">
      <summary className="flex min-h-11 items-center gap-2 py-2 before:content-['▸'] in-open:before:rotate-90">
        <span className="font-semibold text-lg">{copy.title}</span>
        <span className="text-muted text-sm">{copy.note}</span>
      </summary>
      <div className="flex flex-col gap-4 pt-2 pb-4">
        <Field label={copy.info} hint={copy.infoHint} error={faults.info}>
          {(control) => (
            <textarea
              {...control}
              {...box("info")}
              dir="auto"
              rows={4}
              value={draft.info}
              onChange={(event) => change({ info: event.target.value })}
              className="input"
            />
          )}
        </Field>
        <Field label={copy.keywords} hint={copy.keywordsHint} error={faults.keywords}>
          {(control) => (
            <input
              {...control}
              {...box("keywords")}
              type="text"
              dir="auto"
              value={draft.keywords}
              onChange={(event) => change({ keywords: event.target.value })}
              className="input"
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberInput
            name="budget"
            label={copy.budget}
            hint={copy.budgetHint(defaults.budget)}
            value={draft.budget}
            error={faults.budget}
            decimal
            onChange={(budget) => change({ budget })}
          />
          <NumberInput
            name="max_calls"
            label={copy.calls}
            hint={copy.callsHint(defaults.max_calls)}
            value={draft.max_calls}
            error={faults.max_calls}
            onChange={(max_calls) => change({ max_calls })}
          />
          <NumberInput
            name="seed"
            label={copy.seed}
            hint={copy.seedHint}
            value={draft.seed}
            error={faults.seed}
            onChange={(seed) => change({ seed })}
          />
        </div>
      </div>
    </details>
  );
}
