// Which format: cards with a drawn timeline. The chosen one is drawn as the preview lays it out.
import { CircleAlert } from "lucide-react";
import { fresh } from "../strings/new";
import type { FormatCard } from "./draft";
import { box, type Form } from "./form";
import { NumberInput } from "./NumberInput";
import { type PlannedSlot, stepsOf, totalsOf } from "./steps";
import { Timeline } from "./Timeline";

const copy = fresh.format;

/** `laid`: the timeline of the chosen format as the form has it; null = as the format has it. */
export function FormatPicker({ form, laid }: { form: Form; laid: readonly PlannedSlot[] | null }) {
  const { catalogue, card, faults } = form;
  return (
    <fieldset className="flex flex-col gap-3" aria-describedby={faults.format ? "format-fault" : undefined}>
      <legend className="mb-2 font-semibold text-lg">{copy.label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {catalogue.formats.map((one) => (
          <Card key={one.name} form={form} card={one} timeline={one.name === card.name && laid ? laid : one.timeline} />
        ))}
      </div>
      {faults.format && (
        <p id="format-fault" className="flex items-center gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {faults.format}
        </p>
      )}
      {card.rounds !== null && <Rounds form={form} usual={card.rounds} />}
    </fieldset>
  );
}

interface CardProps {
  form: Form;
  card: FormatCard;
  timeline: readonly PlannedSlot[];
}

function Card({ form, card, timeline }: CardProps) {
  const { draft, change, catalogue } = form;
  const steps = stepsOf(timeline, card.sides, card.judges_high > 0);
  const { speeches, votes, minutes } = totalsOf(steps);
  const summary = copy.summary(speeches, minutes, votes);
  const chosen = card.name === form.card.name;
  const usual = card.name === catalogue.defaults.format;
  return (
    <label className="flex cursor-pointer flex-col gap-2 rounded-xl border border-line bg-surface p-4 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 hover:border-edge">
      <span className="flex flex-wrap items-baseline gap-2">
        <input
          {...(chosen ? box("format") : {})}
          type="radio"
          name="format"
          value={card.name}
          checked={chosen}
          onChange={() => change({ format: card.name, judges: kept(draft.judges, card) })}
          className="accent-accent"
        />
        <span className="font-semibold">{card.title}</span>
        <span translate="no" className="text-muted text-sm">
          {card.name}
          {usual && `, ${copy.usual}`}
        </span>
      </span>
      <Timeline steps={steps} label={summary} />
      <span className="text-muted text-sm">
        {summary} · {copy.judges(card.judges_low, card.judges_high)}
      </span>
    </label>
  );
}

/** Judges that the other format does not seat would only be a fault that nobody made. */
function kept(judges: string, { judges_low, judges_high }: FormatCard): string {
  const number = Number(judges);
  return judges.trim() && number >= judges_low && number <= judges_high ? judges : "";
}

function Rounds({ form, usual }: { form: Form; usual: number }) {
  return (
    <div className="max-w-60">
      <NumberInput
        name="rounds"
        label={fresh.rounds.label}
        hint={fresh.rounds.hint(usual)}
        value={form.draft.rounds}
        placeholder={String(usual)}
        error={form.faults.rounds}
        onChange={(rounds) => form.change({ rounds })}
      />
    </div>
  );
}
