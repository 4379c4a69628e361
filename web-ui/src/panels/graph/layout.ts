// Where the steps of the graph stand: laid out once from the steps alone, never again while a debate runs. Pure.
//
// Ways forward are laid out by dagre. Ways back run up the left margin, and those that skip to the end down the right:
// few lines cross, and the picture stays narrow enough to be read beside the speeches.
import { graphlib, layout } from "@dagrejs/dagre";
import type { Schemas } from "../../wire/types";

type GraphData = Schemas["Graph"];
type EdgeData = Schemas["GraphEdge"];

export const NODE = { width: 124, height: 46 };
/** Between two lines in a margin, and between the margin and the nodes. */
const LANE = 9;
const MARGIN = 18;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Placed {
  /** Step -> its upper left corner. */
  readonly nodes: ReadonlyMap<string, Point>;
  /** Edge (see `edgeId`) -> the points that it passes, from border to border. */
  readonly edges: ReadonlyMap<string, readonly Point[]>;
  readonly width: number;
  readonly height: number;
}

export function edgeId(source: string, target: string): string {
  return `${source} > ${target}`;
}

const idOf = ({ source, target }: EdgeData) => edgeId(source, target);

/** The edges by how they are drawn; one from a step to itself is drawn nowhere: it is marked in its node. */
function sorted({ nodes, edges }: GraphData, end: string) {
  const order = new Map(nodes.map(({ id }, at) => [id, at]));
  const place = (id: string) => order.get(id) ?? 0;
  const between = edges.filter(({ source, target }) => source !== target);
  const back = between.filter(({ source, target }) => place(source) > place(target));
  const last = lastOf(between, end, place);
  const skip = between.filter(({ source, target }) => target === end && source !== last);
  return { back, skip, forward: between.filter((edge) => !back.includes(edge) && !skip.includes(edge)) };
}

/** The step that stands last of those before the end. */
function lastOf(edges: readonly EdgeData[], end: string, place: (id: string) => number): string | undefined {
  const before = edges.filter(({ target }) => target === end).map(({ source }) => source);
  return before.sort((a, b) => place(a) - place(b)).at(-1);
}

/** `end`: the step at which every way ends. */
export function placed(graph: GraphData, end: string): Placed {
  const { back, skip, forward } = sorted(graph, end);
  const plan = new graphlib.Graph().setGraph({ rankdir: "TB", nodesep: 16, ranksep: 30, edgesep: 10 });
  plan.setDefaultEdgeLabel(() => ({}));
  for (const { id } of graph.nodes) plan.setNode(id, { ...NODE });
  for (const { source, target } of forward) plan.setEdge(source, target);
  layout(plan);
  const centre = (id: string) => plan.node(id) as Point;
  const inner = plan.graph() as { width: number; height: number };
  const shift = MARGIN + back.length * LANE;
  const moved = ({ x, y }: Point): Point => ({ x: x + shift, y });
  const left = (at: number) => shift - MARGIN - at * LANE;
  const right = shift + inner.width + MARGIN;
  const routes = [
    ...forward.map(
      (edge) => [idOf(edge), (plan.edge(edge.source, edge.target) as { points: Point[] }).points.map(moved)] as const,
    ),
    ...back.map(
      (edge, at) => [idOf(edge), around(moved(centre(edge.source)), moved(centre(edge.target)), left(at), -1)] as const,
    ),
    ...skip.map(
      (edge) => [idOf(edge), around(moved(centre(edge.source)), moved(centre(edge.target)), right, 1)] as const,
    ),
  ];
  return {
    nodes: new Map(
      graph.nodes.map(({ id }) => {
        const { x, y } = moved(centre(id));
        return [id, { x: x - NODE.width / 2, y: y - NODE.height / 2 }];
      }),
    ),
    edges: new Map(routes),
    width: right + MARGIN,
    height: inner.height,
  };
}

/** From the side of one node along a margin at `x` to the side of another. `side`: -1 = left, 1 = right. */
function around(from: Point, to: Point, x: number, side: 1 | -1): Point[] {
  const half = (NODE.width / 2) * side;
  const [out, back] = [from.y + 8, to.y - 8];
  return [
    { x: from.x + half, y: out },
    { x, y: out },
    { x, y: back },
    { x: to.x + half, y: back },
  ];
}

const CORNER = 10;

function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(by, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** A line through `points` with round corners, as an SVG path. */
export function pathThrough(points: readonly Point[]): string {
  const text = ({ x, y }: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  return points
    .map((point, at) => {
      const [before, after] = [points[at - 1], points[at + 1]];
      if (!before) return `M ${text(point)}`;
      if (!after) return `L ${text(point)}`;
      return `L ${text(towards(point, before, CORNER))} Q ${text(point)} ${text(towards(point, after, CORNER))}`;
    })
    .join(" ");
}
