// S10: the debates that there are.
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { to } from "../routes";
import { common } from "../strings";
import { ErrorCard, Skeleton } from "../ui/states";
import { useTitle } from "../useTitle";
import { api, problemOf } from "../wire/client";
import type { Problem, Schemas } from "../wire/types";

export default function History() {
  useTitle(common.actions.goHistory);
  const [list, setList] = useState<Schemas["DebateList"] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    api.get<Schemas["DebateList"]>("/api/debates").then(setList, (error) => setProblem(problemOf(error)));
  }, []);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 p-6">
      <h1 className="text-2xl">{common.actions.goHistory}</h1>
      {problem && <ErrorCard problem={problem} />}
      {!list && !problem && <Skeleton />}
      <ul className="flex flex-col gap-2">
        {list?.items.map((debate) => (
          <li key={debate.debate_id}>
            <Link href={to.debate(debate.debate_id)} dir="auto" className="text-accent underline">
              {debate.motion}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
