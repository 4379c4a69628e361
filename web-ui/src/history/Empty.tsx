// The list without rows: what will be here and how to bring it about, or how to widen what was asked for.
import { Play, Sparkles } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { RefusalCard } from "../new/RefusalCard";
import { demoRequest } from "../new/samples";
import { type Refusal, useStart } from "../new/useStart";
import { to } from "../routes";
import { history as copy } from "../strings/history";
import { fresh } from "../strings/new";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/states";

export function Welcome() {
  const [, navigate] = useLocation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { busy, start } = useStart(setRefusal);
  const demo = async () => {
    const id = await start(demoRequest());
    if (id !== null) navigate(to.debate(id));
  };
  return (
    <EmptyState
      title={copy.empty.title}
      actions={
        <>
          <Button kind="primary" icon={Play} onClick={() => navigate(to.new)}>
            {copy.empty.start}
          </Button>
          <Button icon={Sparkles} busy={busy} onClick={demo}>
            {fresh.demo}
          </Button>
          {refusal && <RefusalCard refusal={refusal} onRetry={demo} />}
        </>
      }
    >
      <p>{copy.empty.text}</p>
      <p>{copy.empty.terminal}</p>
      <p>{copy.bring.hint}</p>
    </EmptyState>
  );
}

export function Nothing({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title={copy.nothing.title} actions={<Button onClick={onClear}>{copy.filters.clear}</Button>}>
      <p>{copy.nothing.text}</p>
    </EmptyState>
  );
}
