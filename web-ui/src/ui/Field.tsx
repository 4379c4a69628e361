// A labelled field: label, hint and error are wired to the control, which is told whether it is valid.
import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { common } from "../strings";

export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  optional?: boolean;
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, error, optional = false, children }: FieldProps) {
  const id = useId();
  const parts = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean);
  const control: ControlProps = {
    id,
    "aria-describedby": parts.length ? parts.join(" ") : undefined,
    "aria-invalid": error ? true : undefined,
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> ({common.optional})</span>}
      </label>
      {hint && (
        <div id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </div>
      )}
      {children(control)}
      {error && (
        <div id={`${id}-error`} className="flex items-center gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {error}
        </div>
      )}
    </div>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends Omit<ComponentProps<"select">, "onChange" | "value"> {
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

/** The browser's own select: it works on phones, with keys and with screen readers. Use inside `Field`. */
export function Select({ options, value, onChange, className = "", ...props }: SelectProps) {
  return (
    <select
      {...props}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`input ${className}`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface ChoicesProps {
  label: string;
  hint?: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

/** A few choices side by side: radio buttons that look like one control. */
export function Choices({ label, hint, options, value, onChange }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={hint ? `${id}-hint` : undefined} className="flex flex-col gap-1">
      <legend className="font-medium">{label}</legend>
      {hint && (
        <div id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </div>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-edge px-3 has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="accent-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
