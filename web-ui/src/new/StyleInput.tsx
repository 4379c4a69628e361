// How a side speaks: a style that ships, or a person's own words.
import { useState } from "react";
import { fresh } from "../strings/new";
import { Field, Select } from "../ui/Field";
import { box } from "./form";

const copy = fresh.lineUp;
const OWN = "\u0000own";

interface StyleInputProps {
  side: string;
  /** The side as people read it. */
  name: string;
  value: string;
  styles: Readonly<Record<string, string>>;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function StyleInput({ side, name, value, styles, error, onChange }: StyleInputProps) {
  const [asked, setAsked] = useState(false);
  const own = value ? !(value in styles) : asked;
  const options = [
    { value: "", label: copy.noStyle },
    ...Object.keys(styles).map((style) => ({ value: style, label: style.charAt(0).toUpperCase() + style.slice(1) })),
    { value: OWN, label: copy.ownStyle },
  ];
  const choose = (choice: string) => {
    setAsked(choice === OWN);
    onChange(choice === OWN ? "" : choice);
  };
  const place = box(`styles.${side}`);
  return (
    <div className="flex flex-col gap-2">
      <Field label={copy.style(name)} hint={styles[value]} error={own ? null : error}>
        {(control) => (
          <Select {...control} {...(own ? {} : place)} options={options} value={own ? OWN : value} onChange={choose} />
        )}
      </Field>
      {own && (
        <Field label={copy.ownStyleLabel(name)} hint={copy.ownStyleHint} error={error}>
          {(control) => (
            <input
              {...control}
              {...place}
              type="text"
              dir="auto"
              value={value}
              placeholder={copy.ownStylePlaceholder}
              onChange={(event) => {
                setAsked(true);
                onChange(event.target.value);
              }}
              className="input"
            />
          )}
        </Field>
      )}
    </div>
  );
}
