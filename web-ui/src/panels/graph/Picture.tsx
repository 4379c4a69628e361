// The picture: nodes and edges where they were laid out, with the states of now.
import { type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position, ReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import {
  Check,
  CircleAlert,
  CircleDashed,
  CircleHelp,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Minus,
  RotateCw,
  Square,
} from "lucide-react";
import { useMemo } from "react";
import { graph as copy } from "../../strings/graph";
import type { Schemas } from "../../wire/types";
import "./graph.css";
import { edgeId, NODE, type Point, pathThrough, placed } from "./layout";
import { END, START, type Standing, type StepState } from "./states";

export const STATE_ICONS: Readonly<Record<StepState, LucideIcon>> = {
  idle: CircleDashed,
  running: LoaderCircle,
  waiting: Hourglass,
  done: Check,
  failed: CircleAlert,
  stopped: Square,
  untaken: Minus,
  unknown: CircleHelp,
};

export function stepName(id: string): string {
  if (id === START) return copy.start;
  return id === END ? copy.end : id.replaceAll("_", " ");
}

interface StepData extends Record<string, unknown> {
  readonly standing: Standing;
  readonly again: boolean;
  readonly chosen: boolean;
  readonly choose: (id: string) => void;
}

type StepNode = Node<StepData, "step">;
type StepEdge = Edge<{ points: readonly Point[]; taken: boolean }, "way">;

function Step({ id, data }: NodeProps<StepNode>) {
  const { standing, again, chosen, choose } = data;
  const Icon = STATE_ICONS[standing.state];
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <button
        type="button"
        className="step-node nodrag nopan"
        data-step={id}
        data-state={standing.state}
        aria-pressed={chosen}
        onClick={() => choose(id)}
      >
        <span className="flex items-center gap-1">
          {stepName(id)}
          {again && <RotateCw aria-hidden className="size-3" />}
        </span>
        <small>
          <Icon aria-hidden className="size-3" />
          {copy.states[standing.state]}
          {standing.times > 1 && ` ${copy.times(standing.times)}`}
        </small>
      </button>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  );
}

function Way({ id, data }: EdgeProps<StepEdge>) {
  return (
    <path
      d={pathThrough(data?.points ?? [])}
      data-edge={id}
      data-taken={data?.taken}
      className="step-edge"
      markerEnd="url(#step-arrow)"
    />
  );
}

const NODE_TYPES = { step: Step };
const EDGE_TYPES = { way: Way };

interface PictureProps {
  graph: Schemas["Graph"];
  standings: ReadonlyMap<string, Standing>;
  taken: string | null;
  chosen: string | null;
  onChoose: (id: string) => void;
}

const IDLE: Standing = { state: "idle", times: 0 };

export function Picture({ graph, standings, taken, chosen, onChoose }: PictureProps) {
  const plan = useMemo(() => placed(graph, END), [graph]);
  const nodes = graph.nodes.map(({ id }): StepNode => {
    const again = graph.edges.some((edge) => edge.source === id && edge.target === id);
    const data = { standing: standings.get(id) ?? IDLE, again, chosen: chosen === id, choose: onChoose };
    return { id, type: "step", data, position: plan.nodes.get(id) ?? { x: 0, y: 0 }, ...NODE };
  });
  const edges = graph.edges
    .filter(({ source, target }) => source !== target)
    .map(({ source, target }): StepEdge => {
      const id = edgeId(source, target);
      return { id, source, target, type: "way", data: { points: plan.edges.get(id) ?? [], taken: taken === id } };
    });
  return (
    <section className="step-graph" aria-label={copy.picture} style={{ aspectRatio: plan.width / plan.height }}>
      <svg aria-hidden width="0" height="0" className="absolute">
        <defs>
          <marker
            id="step-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M 0 0 L 8 4 L 0 8 z" className="step-arrow" />
          </marker>
        </defs>
      </svg>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onInit={(flow) =>
          void flow.fitBounds({ x: 0, y: 0, width: plan.width, height: plan.height }, { padding: 0.03 })
        }
        minZoom={0.3}
        maxZoom={1.5}
        attributionPosition="bottom-left"
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y // it would add a live region of its own; the steps are buttons
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        panActivationKeyCode={null}
        zoomActivationKeyCode={null}
      />
    </section>
  );
}
