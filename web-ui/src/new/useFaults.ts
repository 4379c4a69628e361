// Which faults of the form are shown: what the page sees, what the preview and a start were told by the server. A box
// that is being typed in is left in peace until the form was sent once.
import { type FocusEvent, type RefObject, useCallback, useState } from "react";
import { announce } from "../a11y/announcements";
import { fresh } from "../strings/new";
import type { Problem } from "../wire/types";
import { boxOf, type Faults, faulty, told } from "./faults";
import { boxAround, boxes, focusBox } from "./form";

export interface FaultState {
  readonly shown: Faults;
  /** Show the faults, put the focus on the topmost, and say how many there are. */
  readonly bring: (faults: Faults) => void;
  /** Show a problem at its box; false if it is about none. */
  readonly place: (problem: Problem) => boolean;
  /** What the server said is about a form that has changed. */
  readonly forget: () => void;
  readonly watch: { onFocus: (event: FocusEvent) => void; onBlur: () => void };
}

export function useFaults(form: RefObject<HTMLElement | null>, local: Faults, planned: Problem | null): FaultState {
  const [said, setSaid] = useState<Faults>({});
  const [insist, setInsist] = useState(false);
  const [focused, setFocused] = useState("");
  const bring = useCallback(
    (faults: Faults) => {
      const [first, ...rest] = faulty(faults);
      if (!form.current || !first) return;
      setInsist(true);
      focusBox(form.current, first);
      announce([fresh.faults(rest.length + 1), faults[first]].join(" "), "assertive");
    },
    [form],
  );
  const place = useCallback(
    (problem: Problem) => {
      const box = form.current && boxOf(problem, boxes(form.current));
      if (!box) return false;
      const faults = { [box]: told(problem) };
      setSaid(faults);
      bring(faults);
      return true;
    },
    [form, bring],
  );
  const forget = useCallback(() => setSaid({}), []);
  const found: Record<string, string> = { ...local };
  const box = planned && form.current ? boxOf(planned, boxes(form.current)) : null;
  if (planned && box) found[box] ??= told(planned);
  const shown = Object.entries({ ...found, ...said }).filter(([name]) => insist || name !== focused);
  return {
    ...{ bring, place, forget },
    shown: Object.fromEntries(shown),
    watch: { onFocus: (event) => setFocused(boxAround(event.target)), onBlur: () => setFocused("") },
  };
}
