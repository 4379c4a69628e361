// Who listens and decides: judges, simulated listeners, and how long people may vote.
import { fresh } from "../strings/new";
import { Field, Select } from "../ui/Field";
import { VOTE_WAIT } from "./draft";
import { box, type Form } from "./form";
import { NumberInput } from "./NumberInput";

const copy = fresh.room;

export function Room({ form }: { form: Form }) {
  const { draft, change, faults, catalogue, card } = form;
  const usual = catalogue.defaults.judges ?? card.judges_low;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-semibold text-lg">{copy.title}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {card.judges_high > 0 && (
          <NumberInput
            name="judges"
            label={copy.judges}
            hint={copy.judgesHint(card.judges_low, card.judges_high, usual)}
            value={draft.judges}
            placeholder={String(usual)}
            error={faults.judges}
            onChange={(judges) => change({ judges })}
          />
        )}
        {card.audience && (
          <NumberInput
            name="listeners"
            label={copy.listeners}
            hint={copy.listenersHint(catalogue.defaults.listeners)}
            value={draft.listeners}
            placeholder={String(catalogue.defaults.listeners)}
            error={faults.listeners}
            onChange={(listeners) => change({ listeners })}
          />
        )}
        {card.audience ? <Wait form={form} /> : <p className="self-center text-muted">{copy.noAudience}</p>}
      </div>
    </fieldset>
  );
}

function Wait({ form: { draft, change, faults } }: { form: Form }) {
  const value = draft.vote_wait || String(VOTE_WAIT);
  const waits: Record<string, string> =
    value in copy.waits ? copy.waits : { ...copy.waits, [value]: copy.seconds(value) };
  const options = Object.entries(waits).map(([seconds, label]) => ({ value: seconds, label }));
  return (
    <Field label={copy.wait} hint={copy.waitHint} error={faults.vote_wait}>
      {(control) => (
        <Select
          {...control}
          {...box("vote_wait")}
          options={options}
          value={value}
          onChange={(vote_wait) => change({ vote_wait })}
        />
      )}
    </Field>
  );
}
