// S2: a debate as it happens.
import { DebateProvider, useDebate } from "../store";
import { ErrorCard, Skeleton } from "../ui/states";
import { useTitle } from "../useTitle";
import { NotFound } from "./NotFound";

export default function Live({ id }: { id: string }) {
  return (
    <DebateProvider id={id}>
      <Stage />
    </DebateProvider>
  );
}

function Stage() {
  const view = useDebate((state) => state.view);
  const live = useDebate((state) => state.live);
  const state = useDebate((state) => state.connection.state);
  const loaded = useDebate((state) => state.loaded);
  const problem = useDebate((state) => state.problem);
  useTitle(view.motion?.text ?? "");
  if (state === "gone") return <NotFound />;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 p-6">
      <h1 dir="auto" className="text-2xl">
        {view.motion?.text}
      </h1>
      {problem && <ErrorCard problem={problem} />}
      {!loaded && !problem && <Skeleton />}
      {view.turns.map((turn) => (
        <article key={turn.slot} aria-label={turn.seat} dir="auto" className="reading">
          {turn.text}
        </article>
      ))}
      {Object.values(live).map((text) => (
        <article key={text.slot} aria-busy="true" aria-label={text.role} translate="no" dir="auto" className="reading">
          {text.text}
        </article>
      ))}
    </div>
  );
}
