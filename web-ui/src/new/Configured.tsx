// Which providers this server can use, and which keys it found: by name only.
import { Check, Minus } from "lucide-react";
import { fresh } from "../strings/new";
import type { Schemas } from "../wire/types";
import { lack } from "./models";

const copy = fresh.configured;

export function Configured({ models }: { models: Schemas["ModelList"] }) {
  return (
    <details className="card py-2">
      <summary className="min-h-11 py-2 font-medium">{copy.title}</summary>
      <p className="pb-2 text-sm">{copy.auto(models.auto, models.auto_reason)}</p>
      <ul className="flex flex-col gap-1.5 text-sm">
        {models.providers.map((row) => (
          <li key={row.provider} className="flex items-start gap-2">
            {row.state === "ready" ? (
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <span>
              <span translate="no" className="font-medium">
                {row.provider}
              </span>{" "}
              <span className="text-muted">
                {row.state === "ready" ? (row.key ? copy.found : copy.ready) : lack(row)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="py-2 text-muted text-sm">{copy.note}</p>
    </details>
  );
}
