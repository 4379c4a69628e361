// The form of a vote: options, an optional reason, and the server's answer at the place where it was asked.
import { useId, useState } from "react";
import { announce } from "../a11y/announcements";
import { sideMark } from "../sides";
import { audience as copy, optionName, TIE } from "../strings/audience";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { ErrorCard } from "../ui/states";
import { api, problemOf } from "../wire/client";
import { debatePath } from "../wire/stream";
import type { Problem } from "../wire/types";
import type { Paper } from "./ballots";

const LONGEST = 500;
/** Abstaining is the choice null on the wire; no side can have this name, which has a blank. */
const ABSTAIN = " abstain";

interface Draft {
  readonly choice: string | null;
  readonly reason: string;
}

/** What was chosen and typed but not sent, by debate and ballot: it outlives a change of the panel. */
const drafts = new Map<string, Draft>();

interface VoteFormProps {
  id: string;
  paper: Paper;
  sides: readonly string[];
  onDone: (paper: Paper) => void;
  /** There is a vote already, and it stays. */
  onKeep?: () => void;
  /** The server refused: what it knows may have changed. */
  onRefused: () => void;
}

export function VoteForm({ id, paper, sides, onDone, onKeep, onRefused }: VoteFormProps) {
  const { yours } = paper;
  const place = `${id} ${paper.ballot}`;
  const [draft, setDraft] = useState<Draft>(
    () => drafts.get(place) ?? { choice: yours ? (yours.choice ?? ABSTAIN) : null, reason: yours?.reason ?? "" },
  );
  const { choice, reason } = draft;
  const [problem, setProblem] = useState<Pick<Problem, "detail"> | null>(null);
  const [busy, setBusy] = useState(false);

  function edit(change: Partial<Draft>): void {
    const next = { ...draft, ...change };
    drafts.set(place, next);
    setDraft(next);
  }

  async function send(): Promise<void> {
    if (busy) return;
    if (choice === null) return setProblem({ detail: copy.choose });
    setBusy(true);
    setProblem(null);
    const wish = { ballot: paper.ballot, choice: choice === ABSTAIN ? null : choice, reason: reason.trim() };
    try {
      const done = await api.post<Paper>(debatePath(id, "/votes"), wish);
      drafts.delete(place);
      onDone(done);
      announce(wish.choice === null ? copy.castAbstained : copy.cast(optionName(sides, wish.choice)));
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
      announce(problemOf(error).detail, "assertive");
      onRefused();
    }
  }

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Options options={paper.options} sides={sides} value={choice} onChange={(next) => edit({ choice: next })} />
      <Field label={copy.reason} optional hint={copy.reasonHint}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={2}
            maxLength={LONGEST}
            value={reason}
            onChange={(event) => edit({ reason: event.target.value })}
            className="input"
          />
        )}
      </Field>
      {reason.length > LONGEST - 100 && <p className="text-muted text-sm">{copy.left(LONGEST - reason.length)}</p>}
      {problem && <ErrorCard problem={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" busy={busy}>
          {yours ? copy.change : copy.send}
        </Button>
        {onKeep && (
          <Button
            kind="quiet"
            onClick={() => {
              drafts.delete(place);
              onKeep();
            }}
          >
            {copy.keep}
          </Button>
        )}
      </div>
    </form>
  );
}

interface OptionsProps {
  options: readonly string[];
  sides: readonly string[];
  value: string | null;
  onChange: (value: string) => void;
}

function Options({ options, sides, value, onChange }: OptionsProps) {
  const name = useId();
  const rows = [
    ...options.map((option) => ({
      option,
      label: optionName(sides, option),
      hint: option === TIE ? copy.tieHint : "",
    })),
    { option: ABSTAIN, label: copy.abstain, hint: copy.abstainHint },
  ];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{copy.question}</legend>
      {rows.map(({ option, label, hint }) => {
        const mark = sideMark(sides, option);
        return (
          <label
            key={option}
            data-side={mark.index}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg border border-edge px-3 py-2 has-checked:border-side has-checked:bg-side-tint has-focus-visible:outline-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={value === option}
              onChange={() => onChange(option)}
              aria-describedby={hint ? `${name}-${option.trim()}` : undefined}
              className="size-4 shrink-0 accent-(--side)"
            />
            {mark.letter && (
              <span
                aria-hidden
                className="flex size-7 shrink-0 items-center justify-center rounded-full bg-side font-bold text-paper text-sm"
              >
                {mark.letter}
              </span>
            )}
            <span>
              <span dir="auto">{label}</span>
              {hint && (
                <span id={`${name}-${option.trim()}`} aria-hidden className="block text-muted text-sm">
                  {hint}
                </span>
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
