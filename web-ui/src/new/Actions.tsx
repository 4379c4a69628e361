// The foot of the form, always in sight: Start, the demo, and why a start was refused.
import { Play, Sparkles } from "lucide-react";
import { keyLabel } from "../a11y/useKeys";
import { fresh } from "../strings/new";
import { Button } from "../ui/Button";
import { RefusalCard } from "./RefusalCard";
import type { Refusal } from "./useStart";

interface ActionsProps {
  busy: "start" | "demo" | null;
  refusal: Refusal | null;
  onDemo: () => unknown;
  onRetry: () => unknown;
}

export function Actions({ busy, refusal, onDemo, onRetry }: ActionsProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-line border-t bg-paper px-4 py-3">
      {refusal && <RefusalCard refusal={refusal} onRetry={onRetry} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button kind="primary" type="submit" icon={Play} busy={busy === "start"} className="min-w-28">
          {busy === "start" ? fresh.starting : fresh.start}
        </Button>
        <Button icon={Sparkles} busy={busy === "demo"} onClick={onDemo} aria-describedby="demo-hint">
          {busy === "demo" ? fresh.starting : fresh.demo}
        </Button>
        <p id="demo-hint" className="grow basis-48 text-muted text-sm max-sm:hidden">
          {fresh.demoHint} {fresh.keysHint(keyLabel("$mod+Enter"))}
        </p>
      </div>
    </div>
  );
}
