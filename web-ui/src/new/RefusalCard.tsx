// Why the debate was not started, where the reason is no box of the form: limits, a server that is busy or away.
import { Link } from "wouter";
import { to } from "../routes";
import { fresh } from "../strings/new";
import { ErrorCard } from "../ui/states";
import type { Refusal } from "./useStart";

export function RefusalCard({ refusal, onRetry }: { refusal: Refusal; onRetry: () => unknown }) {
  const { problem, retryAfter } = refusal;
  return (
    <div className="flex flex-col gap-2">
      <ErrorCard problem={problem} onRetry={onRetry}>
        {problem.code === "limit" && (
          <Link
            href={`${to.history}?status=live`}
            className="inline-flex min-h-11 items-center rounded-lg border border-edge px-4 font-medium"
          >
            {fresh.tooMany}
          </Link>
        )}
      </ErrorCard>
      <p className="text-muted text-sm">
        {retryAfter !== null && `${waitWords(retryAfter)} `}
        {fresh.kept}
      </p>
    </div>
  );
}

function waitWords(seconds: number): string {
  return seconds < 90 ? fresh.wait(Math.ceil(seconds)) : fresh.waitMinutes(Math.round(seconds / 60));
}
