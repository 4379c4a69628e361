// What a form of other models and limits asks for: only what differs from what was agreed. Pure.
import type { Setup } from "../wire/types";
import type { ResumeRequest } from "./course";

/** The amount in `text`; null = none is given, undefined = it is no number of 0 or more. */
export function amountOf(text: string): string | null | undefined {
  const typed = text.trim().replace(",", ".");
  if (!typed) return null;
  return /^\d+(\.\d+)?$/.test(typed) ? typed : undefined;
}

function differs(typed: string | null | undefined, agreed: string | number | null | undefined): boolean {
  if (typed === undefined) return false;
  return typed === null || agreed == null ? typed !== (agreed ?? null) : Number(typed) !== Number(agreed);
}

/** The changes that resuming is to bring. A limit whose field was emptied is lifted. */
export function resumeRequest(
  setup: Setup,
  models: Readonly<Record<string, string>>,
  budget: string,
  calls: string,
): ResumeRequest {
  const others = Object.entries(models)
    .map(([role, model]) => [role, model.trim()] as const)
    .filter(([role, model]) => model && model !== setup.models[role]?.model);
  const [money, most] = [amountOf(budget), amountOf(calls)];
  const limits = {
    ...(differs(money, setup.limits?.budget) ? { budget: money ?? null } : {}),
    ...(differs(most, setup.limits?.max_calls) ? { max_calls: most == null ? null : Number(most) } : {}),
  };
  return {
    ...(others.length ? { models: Object.fromEntries(others) } : {}),
    ...(Object.keys(limits).length ? { limits } : {}),
  };
}
