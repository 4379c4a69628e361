// S9: a debate again, event by event.
import { useEffect, useState } from "react";
import { ErrorCard, Skeleton } from "../ui/states";
import { useTitle } from "../useTitle";
import { api, problemOf } from "../wire/client";
import { debatePath } from "../wire/stream";
import type { DebateDocument, Problem } from "../wire/types";

export default function Replay({ id }: { id: string }) {
  const [document, setDocument] = useState<DebateDocument | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useTitle(document?.view.motion?.text ?? "");
  useEffect(() => {
    api.get<DebateDocument>(debatePath(id)).then(setDocument, (error) => setProblem(problemOf(error)));
  }, [id]);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 p-6">
      <h1 dir="auto" className="text-2xl">
        {document?.view.motion?.text}
      </h1>
      {problem && <ErrorCard problem={problem} />}
      {!document && !problem && <Skeleton />}
      {document?.view.turns.map((turn) => (
        <article key={turn.slot} aria-label={turn.seat} dir="auto" className="reading">
          {turn.text}
        </article>
      ))}
    </div>
  );
}
