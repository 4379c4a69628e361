// Who speaks and judges: one model for all or one for each, and how each side speaks.
import { sideMark } from "../sides";
import { fresh } from "../strings/new";
import { seated } from "./draft";
import type { Form } from "./form";
import { ModelInput, SuggestedModels } from "./ModelInput";
import { StyleInput } from "./StyleInput";

const copy = fresh.lineUp;

export function LineUp({ form }: { form: Form }) {
  const { draft, change, faults, catalogue, card } = form;
  const { models, defaults } = catalogue;
  const usual = defaults.models.default ?? "auto";
  const automatic = usual === "auto" && models.auto ? `auto, here ${models.auto}` : usual;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-semibold text-lg">{copy.title}</legend>
      <SuggestedModels models={models} />
      <ModelInput
        name="models"
        label={copy.all}
        hint={copy.allHint(automatic)}
        value={draft.model}
        placeholder={usual}
        error={faults.models}
        models={models}
        onChange={(model) => change({ model })}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={draft.each}
          onChange={(event) => change({ each: event.target.checked })}
          className="size-5 accent-accent"
        />
        <span>
          <span className="font-medium">{copy.each}</span>
          <span className="block text-muted text-sm">{copy.eachHint}</span>
        </span>
      </label>
      {draft.each && <Each form={form} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {card.sides.map((side) => (
          <StyleInput
            key={side}
            side={side}
            name={sideMark(card.sides, side).name}
            value={draft.styles[side] ?? ""}
            styles={catalogue.styles}
            error={faults[`styles.${side}`]}
            onChange={(style) => change({ styles: { ...draft.styles, [side]: style } })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The places that may have a model of their own: sides, judges, moderator, and whatever a duplicate brought along. */
export function places({ draft, card }: Pick<Form, "draft" | "card">): string[] {
  const usual = [...card.sides, ...(card.judges_high ? ["judge"] : []), "moderator"];
  const brought = Object.keys(draft.models).filter((who) => draft.models[who] && seated(who, card));
  return [...new Set([...usual, ...brought])];
}

function Each({ form }: { form: Form }) {
  const { draft, change, faults, catalogue, card } = form;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {places(form).map((who) => (
        <div key={who} data-side={sideMark(card.sides, who).index} className="border-side border-s-3 ps-3">
          <ModelInput
            name={`models.${who}`}
            label={placeName(who, card.sides)}
            value={draft.models[who] ?? ""}
            placeholder={draft.model || copy.inherit}
            error={faults[`models.${who}`]}
            models={catalogue.models}
            onChange={(model) => change({ models: { ...draft.models, [who]: model } })}
          />
        </div>
      ))}
    </div>
  );
}

function placeName(who: string, sides: readonly string[]): string {
  const [role = who, number] = who.split(".");
  if (number) return copy.numbered(role, number);
  return copy.who[who] ?? (sideMark(sides, who).name || who);
}
