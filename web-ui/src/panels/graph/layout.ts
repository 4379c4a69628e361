// Where the steps of the graph stand: laid out once from the steps alone, never again while a debate runs. Pure.
import { graphlib, layout } from "@dagrejs/dagre";
import type { Schemas } from "../../wire/types";

export const NODE = { width: 148, height: 52 };

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Placed {
  readonly nodes: ReadonlyMap<string, Point>;
  /** Edge (see `edgeId`) -> the points that it passes, from border to border. */
  readonly edges: ReadonlyMap<string, readonly Point[]>;
}

export function edgeId(source: string, target: string): string {
  return `${source} > ${target}`;
}

/** Places by upper left corner. A step that may follow itself has no edge for that: it is marked in its node. */
export function placed(graph: Schemas["Graph"]): Placed {
  const plan = new graphlib.Graph().setGraph({ rankdir: "TB", nodesep: 28, ranksep: 44, edgesep: 16 });
  plan.setDefaultEdgeLabel(() => ({}));
  for (const { id } of graph.nodes) plan.setNode(id, { ...NODE });
  for (const { source, target } of graph.edges) if (source !== target) plan.setEdge(source, target);
  layout(plan);
  const corner = ({ x, y }: Point) => ({ x: x - NODE.width / 2, y: y - NODE.height / 2 });
  return {
    nodes: new Map(graph.nodes.map(({ id }) => [id, corner(plan.node(id) as Point)])),
    edges: new Map(
      plan.edges().map(({ v, w }) => [edgeId(v, w), (plan.edge(v, w) as { points: Point[] }).points] as const),
    ),
  };
}

/** A soft line through `points`, as an SVG path. */
export function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return "";
  const to = ({ x, y }: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  let path = `M ${to(first)}`;
  rest.forEach((point, at) => {
    const next = rest[at + 1] ?? last;
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    path += ` Q ${to(point)} ${to(at + 1 < rest.length ? middle : last)}`;
  });
  return rest.length ? path : `${path} L ${to(last)}`;
}
