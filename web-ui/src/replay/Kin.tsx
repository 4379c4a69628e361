// Where a debate was forked from, and what was forked from it.
import { GitFork } from "lucide-react";
import { Link } from "wouter";
import { to } from "../routes";
import { useDebate } from "../store";
import { fork as copy } from "../strings/papers";

const NONE: readonly string[] = [];

/** Nothing where there is neither. */
export function Kin() {
  const origin = useDebate((state) => state.view.setup?.origin ?? null);
  const owner = useDebate((state) => state.meta?.may === "owner");
  const forks = useDebate((state) => state.meta?.forks ?? NONE);
  if (!origin && !forks.length) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
      <GitFork aria-hidden className="size-4" />
      {origin && (
        <span>
          {copy.parent}{" "}
          {owner ? (
            <Link href={to.replay(origin.debate_id, origin.seq)} className="text-accent underline">
              {copy.parentAt(origin.seq)}
            </Link>
          ) : (
            copy.parentAt(origin.seq)
          )}
        </span>
      )}
      {forks.length > 0 && (
        <span>
          {copy.children}:{" "}
          {forks.map((id, at) => (
            <span key={id}>
              {at > 0 && ", "}
              <Link href={to.debate(id)} className="text-accent underline">
                {copy.child(forks.length - at)}
              </Link>
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
