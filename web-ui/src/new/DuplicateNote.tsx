// Where the form's content came from, and the way back to what stood in it before.
import { fresh } from "../strings/new";
import { Button } from "../ui/Button";
import { ErrorCard, Skeleton } from "../ui/states";
import type { Draft } from "./draft";
import type { Duplicate } from "./useDuplicate";

const copy = fresh.duplicate;

interface DuplicateNoteProps {
  duplicate: Duplicate;
  /** Its format is not among those of this server. */
  missing: boolean;
  onBack: (before: Draft) => void;
}

export function DuplicateNote({ duplicate, missing, onBack }: DuplicateNoteProps) {
  const { before, format, problem, waiting } = duplicate;
  if (waiting) return <Skeleton lines={2} />;
  if (problem) return <ErrorCard problem={{ ...problem, hint: `${copy.failed} ${problem.hint}` }} />;
  if (!before) return null;
  return (
    <div role="status" className="card flex flex-wrap items-center gap-3 bg-accent-tint py-3">
      <p className="grow basis-48">
        {copy.done} {missing && copy.format(format)}
      </p>
      {before.motion.trim() && <Button onClick={() => onBack(before)}>{copy.back}</Button>}
    </div>
  );
}
