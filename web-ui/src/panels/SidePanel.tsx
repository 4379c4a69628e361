// The panel beside the debate: tabs, one of them open, a width that can be dragged. On phones a sheet at the bottom.
import { PanelRightOpen, X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, Suspense, useRef } from "react";
import { live as copy } from "../strings/live";
import { Boundary } from "../ui/Boundary";
import { IconButton } from "../ui/Button";
import { Pill } from "../ui/Pill";
import { Skeleton } from "../ui/states";
import { Tabs } from "../ui/Tabs";
import type { DebateView } from "../wire/types";
import "./panel.css";
import { NARROWEST, type OpenPanel, setPlace, usePlace, WIDEST, widthWithin } from "./place";
import { panelsOf } from "./registry";

interface SidePanelProps {
  view: DebateView;
  panel: OpenPanel;
}

export function SidePanel({ view, panel }: SidePanelProps) {
  const { id, open, close, phone } = panel;
  const { width } = usePlace();
  const offered = panelsOf(view);
  const [first] = offered;
  if (!id && !phone) {
    return (
      <div className="panel-closed" data-panel>
        {first && <IconButton icon={PanelRightOpen} label={copy.panel.open} onClick={() => open(first.id)} />}
      </div>
    );
  }
  const tabs = offered.map(({ id: name, label, badge, Body }) => {
    const state = badge?.(view);
    return {
      ...{ id: name, label },
      badge: state ? <Pill tone="accent">{state}</Pill> : undefined,
      content: (
        <Boundary reset={name}>
          <Suspense fallback={<Skeleton />}>
            <Body />
          </Suspense>
        </Boundary>
      ),
    };
  });
  return (
    <aside
      aria-label={copy.panel.label}
      className={phone ? "panel panel-sheet" : "panel"}
      data-panel={id ? "open" : "closed"}
      style={phone ? undefined : { width }}
    >
      {!phone && <Edge width={width} />}
      <Tabs label={copy.panel.label} tabs={tabs} value={id ?? ""} onChange={open} />
      {id && (
        <div className="panel-close">
          <IconButton icon={X} label={copy.panel.close} onClick={close} />
        </div>
      )}
    </aside>
  );
}

const STEP = 24;

/** The edge that is dragged, with the pointer or with the arrow keys. */
function Edge({ width }: { width: number }) {
  const from = useRef<{ x: number; width: number; sign: 1 | -1 } | null>(null);
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    from.current = { x: event.clientX, width, sign: rtl ? 1 : -1 };
  };
  const drag = (event: PointerEvent) => {
    const { current } = from;
    if (current) setPlace({ width: widthWithin(current.width + (event.clientX - current.x) * current.sign) });
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (by) setPlace({ width: widthWithin(width + by) });
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={copy.panel.resize}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={width}
      tabIndex={0}
      data-arrows
      className="panel-edge"
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = null;
      }}
      onKeyDown={press}
    />
  );
}
