// A box for a number, as text: what is typed stays as it is typed, and a phone shows digits.
import { Field } from "../ui/Field";
import { box } from "./form";

interface NumberInputProps {
  name: string;
  label: string;
  hint: string;
  value: string;
  placeholder?: string;
  error: string | undefined;
  decimal?: boolean;
  onChange: (value: string) => void;
}

export function NumberInput({ name, label, hint, value, placeholder, error, decimal, onChange }: NumberInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...box(name)}
          type="text"
          inputMode={decimal ? "decimal" : "numeric"}
          autoComplete="off"
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          className="input"
        />
      )}
    </Field>
  );
}
