// What a screen or card shows when it has nothing, not yet, or not at all: skeletons, empty states, errors.
import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { common } from "../strings";
import type { Problem } from "../wire/types";
import { Button } from "./Button";

/** Grey lines in the place of text that is on its way. */
export function Skeleton({ lines = 3, label = common.loading }: { lines?: number; label?: string }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} aria-hidden className={`skeleton h-4 ${line === lines - 1 ? "w-2/3" : "w-full"}`} />
      ))}
    </div>
  );
}

interface ErrorCardProps {
  problem: Pick<Problem, "detail"> & Partial<Problem>;
  onRetry?: () => unknown;
  /** Other ways on. */
  children?: ReactNode;
}

/** What went wrong, why, and what to do next. */
export function ErrorCard({ problem, onRetry, children }: ErrorCardProps) {
  return (
    <div className="card border-bad" data-problem={problem.code}>
      <p className="flex items-start gap-2 font-medium">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
        <span dir="auto">{problem.detail}</span>
      </p>
      {problem.hint && (
        <p dir="auto" className="mt-1 ps-7 text-muted">
          {problem.hint}
        </p>
      )}
      {problem.request_id && <p className="mt-1 ps-7 text-muted text-sm">{common.reference(problem.request_id)}</p>}
      {(onRetry || children) && (
        <div className="mt-3 flex flex-wrap gap-2 ps-7">
          {onRetry && (
            <Button icon={RotateCw} onClick={onRetry}>
              {common.retry}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** What will be here, and how to bring it about. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="card flex flex-col items-start gap-3 border-dashed">
      <h2 className="text-lg">{title}</h2>
      {children && <div className="text-muted">{children}</div>}
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
