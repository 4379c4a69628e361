// Marks on a scale: one per judge, and a whisker from the lowest to the highest. A picture only: whoever draws it gives
// the same numbers as text (Matrix.tsx).
import { HIGH, LOW } from "../panels/verdict";
import type { SideMark } from "../sides";

export interface DotRow {
  readonly mark: SideMark;
  readonly points: readonly number[];
}

const WIDTH = 180;
const PAD = 8;
const ROW = 14;
const FOOT = 9;
const DOT = 3.2;

function x(points: number): number {
  return PAD + ((points - LOW) / (HIGH - LOW)) * (WIDTH - 2 * PAD);
}

/** Equal marks stand beside each other, so that each judge can be counted. */
function offset(points: readonly number[], at: number): number {
  const equal = points.flatMap((other, index) => (other === points[at] ? [index] : []));
  return (equal.indexOf(at) - (equal.length - 1) / 2) * Math.min(6, 16 / equal.length);
}

/** Side 1 has circles, side 2 squares, the others diamonds: shape and place say what colour says. */
function Dot({ index, cx, cy }: { index: number; cx: number; cy: number }) {
  const common = { fill: "var(--side-tint)", stroke: "var(--side)", strokeWidth: 1.6 };
  if (index === 1) return <circle cx={cx} cy={cy} r={DOT} {...common} />;
  const turn = index === 2 ? undefined : `rotate(45 ${cx} ${cy})`;
  return (
    <rect x={cx - DOT + 0.5} y={cy - DOT + 0.5} width={2 * DOT - 1} height={2 * DOT - 1} transform={turn} {...common} />
  );
}

export function DotWhisker({ rows, label }: { rows: readonly DotRow[]; label: string }) {
  const plot = rows.length * ROW;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${plot + FOOT}`} role="img" aria-label={label} className="h-auto w-full max-w-xs">
      {Array.from({ length: HIGH - LOW + 1 }, (_, at) => at + LOW).map((tick) => (
        <line key={tick} x1={x(tick)} x2={x(tick)} y1={0} y2={plot} stroke="var(--line)" strokeWidth={0.5} />
      ))}
      {[LOW, (LOW + HIGH - 1) / 2, HIGH].map((tick) => (
        <text key={tick} x={x(tick)} y={plot + FOOT - 1} textAnchor="middle" fontSize={7} fill="var(--muted)">
          {tick}
        </text>
      ))}
      {rows.map(({ mark, points }, row) => {
        const y = row * ROW + ROW / 2;
        return (
          <g key={mark.name} data-side={mark.index}>
            {points.length > 1 && (
              <line
                x1={x(Math.min(...points))}
                x2={x(Math.max(...points))}
                y1={y}
                y2={y}
                stroke="var(--side)"
                strokeWidth={1.5}
              />
            )}
            {points.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place of a judge is what it is
              <Dot key={at} index={mark.index} cx={x(one) + offset(points, at)} cy={y} />
            ))}
          </g>
        );
      })}
    </svg>
  );
}
