// S4: the steps that a debate can take, which of them is at work, and what each has done; as a picture and as a list.
import { useCallback, useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import { momentName } from "../replay/moments";
import { WRITES } from "../replay/steps";
import { to } from "../routes";
import { useDebate } from "../store";
import { graph as copy } from "../strings/graph";
import { Button } from "../ui/Button";
import { ErrorCard, Skeleton } from "../ui/states";
import { api, problemOf } from "../wire/client";
import { debatePath } from "../wire/stream";
import type { Problem, Schemas } from "../wire/types";
import { Picture, STATE_ICONS, stepName } from "./graph/Picture";
import { type Standing, standingOf, useTaken } from "./graph/states";

type GraphData = Schemas["Graph"];

export default function Graph() {
  const id = useDebate((state) => state.id);
  const [graph, setGraph] = useState<GraphData | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(async () => {
    setProblem(null);
    try {
      setGraph(await api.get<GraphData>(debatePath(id, "/graph")));
    } catch (error) {
      setProblem(problemOf(error));
    }
  }, [id]);
  useEffect(() => void load(), [load]);
  if (problem) return <ErrorCard problem={problem} onRetry={load} />;
  return graph ? <GraphOf graph={graph} /> : <Skeleton lines={6} />;
}

export function GraphOf({ graph }: { graph: GraphData }) {
  const view = useDebate((state) => state.view);
  const running = useDebate((state) => state.running);
  const visited = useDebate((state) => state.visited);
  const taken = useTaken(graph);
  const [chosen, setChosen] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const choose = useCallback((step: string) => setChosen((now) => (now === step ? null : step)), []);
  const node = graph.nodes.find(({ id }) => id === chosen);
  const standings = useMemo(
    () => new Map(graph.nodes.map(({ id }) => [id, standingOf(id, { view, running, visited })])),
    [graph, view, running, visited],
  );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-sm">{copy.note}</p>
      <Picture {...{ graph, standings, taken, chosen }} onChoose={choose} />
      {node && (
        <section aria-label={stepName(node.id)} className="card">
          <h3 className="first-letter:uppercase">{stepName(node.id)}</h3>
          <Details node={node} graph={graph} />
        </section>
      )}
      <section aria-label={copy.list}>
        <h3>{copy.list}</h3>
        <ol className="mt-2 flex flex-col">
          {graph.nodes.map((step) => (
            <Step
              key={step.id}
              node={step}
              graph={graph}
              standing={standings.get(step.id)}
              open={open === step.id}
              onToggle={(id) => setOpen(open === id ? null : id)}
            />
          ))}
        </ol>
      </section>
      <p className="text-muted text-sm">{copy.anywhere}</p>
    </div>
  );
}

interface StepProps {
  node: Schemas["GraphNode"];
  graph: GraphData;
  standing: Standing | undefined;
  open: boolean;
  onToggle: (id: string) => void;
}

const STATE_WORDS = { ...copy.states, waiting: copy.waitingFor };

function Step({ node, graph, standing, open, onToggle }: StepProps) {
  const state = standing?.state ?? "idle";
  const Icon = STATE_ICONS[state];
  const words = state === "done" && standing ? copy.doneTimes(standing.times) : STATE_WORDS[state];
  return (
    <li className="border-line border-t" aria-current={state === "running" || state === "waiting" ? "step" : undefined}>
      <Button
        kind="quiet"
        className="w-full justify-start! text-start font-normal"
        aria-expanded={open}
        onClick={() => onToggle(node.id)}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="flex-1 font-medium first-letter:uppercase">{stepName(node.id)}</span>
        <span className="text-muted text-sm">{words}</span>
      </Button>
      {open && (
        <div className="px-4 pb-3">
          <Details node={node} graph={graph} />
        </div>
      )}
    </li>
  );
}

/** What a step does, what may follow, what it wrote last. */
function Details({ node, graph }: Pick<StepProps, "node" | "graph">) {
  const next = graph.edges.filter(({ source }) => source === node.id).map(({ target }) => stepName(target));
  return (
    <div className="text-sm">
      <p>{node.words}</p>
      <p className="text-muted">{copy.follows(next)}</p>
      <LastEvents step={node.id} />
    </div>
  );
}

const SHOWN = 3;

/** The last events that a step wrote, in words, newest first. */
function LastEvents({ step }: { step: string }) {
  const id = useDebate((state) => state.id);
  const view = useDebate((state) => state.view);
  const log = useDebate((state) => state.log);
  const types = WRITES[step];
  if (!types) return null;
  if (!types.length) return <p className="mt-2 text-muted">{copy.writesNothing}</p>;
  // The chair's introduction names no slot; where it gives the floor, the slot is named.
  const own = (slot: string | null | undefined) => (step === "introduce" ? !slot : step !== "hand_over" || !!slot);
  const last = log
    .filter(({ slot }) => own(slot))
    .filter(({ type }) => types.includes(type))
    .slice(-SHOWN);
  if (!last.length) return <p className="mt-2 text-muted">{copy.noEvents}</p>;
  return (
    <>
      <h4 className="mt-2 font-medium">{copy.lastEvents}</h4>
      <ul>
        {last.reverse().map((entry) => (
          <li key={entry.seq}>
            <Link href={`${to.replay(id, entry.seq)}#graph`} className="text-accent underline">
              {entry.seq}
            </Link>{" "}
            <code translate="no">{entry.type}</code>, {momentName(view, entry)}
          </li>
        ))}
      </ul>
    </>
  );
}
