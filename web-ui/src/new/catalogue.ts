// What there is to choose from: formats, models, styles and the server's own settings.
import { useCallback, useEffect, useState } from "react";
import { api, problemOf } from "../wire/client";
import type { Problem, Schemas } from "../wire/types";

export interface Catalogue {
  readonly formats: readonly Schemas["FormatCard"][];
  readonly models: Schemas["ModelList"];
  readonly styles: Readonly<Record<string, string>>;
  readonly defaults: Schemas["Defaults"];
}

export interface CatalogueState {
  readonly catalogue: Catalogue | null;
  readonly problem: Problem | null;
  readonly again: () => void;
}

/** Read it all at once; every part is needed before the form can be drawn. */
export async function readCatalogue(signal?: AbortSignal): Promise<Catalogue> {
  const [{ formats }, models, { styles }, defaults] = await Promise.all([
    api.get<Schemas["Formats"]>("/api/formats", { signal }),
    api.get<Schemas["ModelList"]>("/api/models", { signal }),
    api.get<Schemas["StyleList"]>("/api/config/styles", { signal }),
    api.get<Schemas["Defaults"]>("/api/config/defaults", { signal }),
  ]);
  return { formats, models, styles, defaults };
}

export function useCatalogue(): CatalogueState {
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    const gone = new AbortController();
    readCatalogue(gone.signal).then(
      (found) => {
        setCatalogue(found);
        setProblem(null);
      },
      (error) => {
        if (!gone.signal.aborted) setProblem(problemOf(error));
      },
    );
    return () => gone.abort();
  }, [tries]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  return { catalogue, problem, again };
}
