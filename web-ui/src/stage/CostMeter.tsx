// The cost so far, always in sight: tokens, money as far as it is known, and how near the limit is. Opens the cost panel.
import { LimitBar } from "../panels/LimitBar";
import { useDebate } from "../store";
import { cost as copy, moneyOf } from "../strings/cost";

export function CostMeter({ onOpen }: { onOpen: () => void }) {
  const usage = useDebate((state) => state.view.usage);
  const limits = useDebate((state) => state.view.setup?.limits);
  if (!usage.calls) return null;
  const budget = limits?.budget ?? null;
  const most = limits?.max_calls ?? null;
  const shares = [
    ...(budget === null ? [] : [[copy.budget, Number(budget) ? Number(usage.cost) / Number(budget) : 1] as const]),
    ...(most === null ? [] : [[copy.calls, most ? usage.calls / most : 1] as const]),
  ];
  const tightest = shares.toSorted((a, b) => b[1] - a[1])[0];
  return (
    <button type="button" onClick={onOpen} aria-label={copy.open(usage)} className="bar-cost">
      <span aria-hidden className="whitespace-nowrap">
        <span className="text-muted">{copy.meter(usage)}</span> <span className="font-medium">{moneyOf(usage)}</span>
        {budget !== null && <span className="text-muted"> {copy.of(budget)}</span>}
      </span>
      {tightest && <LimitBar share={tightest[1]} label={tightest[0]} bare />}
    </button>
  );
}
