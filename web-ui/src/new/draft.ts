// What is typed into the form of a new debate, as text, and what it asks the server for. Kept for the tab, so that a
// reload loses nothing. Not here: the form (screens/New.tsx), what the server says about it (faults.ts).
import type { Schemas } from "../wire/types";

export type FormatCard = Schemas["FormatCard"];
export type SetupRequest = Partial<Schemas["SetupRequest"]>;
export type ModelOptions = Partial<Schemas["ModelOptions"]> & { model: string };

/** Every member is what stands in a box; "" = nothing, so the server's own setting holds. */
export interface Draft {
  readonly motion: string;
  readonly about: string;
  readonly info: string;
  readonly keywords: string;
  readonly format: string;
  readonly rounds: string;
  /** The model of everybody. */
  readonly model: string;
  /** Whether `models` counts: side or role -> model. */
  readonly each: boolean;
  readonly models: Readonly<Record<string, string>>;
  /** Options of the models of a debate that was duplicated: side, role or `default` -> options. */
  readonly options: Readonly<Record<string, ModelOptions>>;
  readonly styles: Readonly<Record<string, string>>;
  readonly judges: string;
  readonly listeners: string;
  readonly vote_wait: string;
  readonly budget: string;
  readonly max_calls: string;
  readonly seed: string;
}

export const emptyDraft: Draft = {
  ...{ motion: "", about: "", info: "", keywords: "", format: "", rounds: "" },
  ...{ model: "", each: false, models: {}, options: {}, styles: {} },
  ...{ judges: "", listeners: "", vote_wait: "", budget: "", max_calls: "", seed: "" },
};

/** Seconds that a ballot stays open unless told otherwise: time for a person to read and vote. */
export const VOTE_WAIT = 60;
const WHOLE = /^\d{1,16}$/;
const MONEY = /^\d{1,9}([.,]\d{1,9})?$/;

/** The whole number in a box; null if there is none, `NaN` if it holds something else. */
export function whole(text: string): number | null {
  const plain = text.trim();
  if (!plain) return null;
  const number = WHOLE.test(plain) ? Number(plain) : Number.NaN;
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

/** The amount in a box as the server reads it; null if there is none, "" if it holds something else. */
export function amount(text: string): string | null {
  const plain = text.trim().replace(/^\$\s*/, "");
  if (!plain) return null;
  return MONEY.test(plain) ? plain.replace(",", ".") : "";
}

/** Characters as the server counts them: code points, with spaces made single. */
export function length(text: string): number {
  return [...text.replace(/\s+/g, " ").trim()].length;
}

/** What the form asks for. Boxes that hold no proper number are left out; `card`: the chosen format. */
export function requestOf(draft: Draft, card: FormatCard | undefined): SetupRequest {
  const request: SetupRequest = {};
  const text = (name: "motion" | "info", value: string) => {
    if (value.trim()) request[name] = value;
  };
  text("motion", draft.motion);
  if (request.motion) {
    text("info", draft.info);
    if (draft.keywords.trim()) request.keywords = listed(draft.keywords);
  } else if (draft.about.trim()) request.about = draft.about;
  if (draft.format) request.format = draft.format;
  const numbers = { seed: draft.seed, max_calls: draft.max_calls, judges: draft.judges, ...ofFormat(draft, card) };
  for (const [name, value] of Object.entries(numbers)) {
    const number = whole(value);
    if (number !== null && !Number.isNaN(number)) request[name as keyof typeof numbers] = number;
  }
  const budget = amount(draft.budget);
  if (budget) request.budget = budget;
  const models = modelsOf(draft, card);
  if (models) request.models = models;
  const styles = entries(draft.styles, card?.sides);
  if (styles.length) request.styles = Object.fromEntries(styles);
  return request;
}

function ofFormat(draft: Draft, card: FormatCard | undefined) {
  const { rounds, listeners, vote_wait } = draft;
  const polled = card?.audience ? { listeners, vote_wait: vote_wait || String(VOTE_WAIT) } : {};
  return { ...(card && card.rounds !== null ? { rounds } : {}), ...polled } as Record<
    "rounds" | "listeners" | "vote_wait",
    string
  >;
}

function modelsOf(draft: Draft, card: FormatCard | undefined): SetupRequest["models"] | undefined {
  const own = draft.each ? entries(draft.models).filter(([who]) => seated(who, card)) : [];
  const all = draft.model.trim();
  const named = all ? [["default", all] as const, ...own] : own;
  if (!named.length) return undefined;
  const given = named.map(([who, model]) => [who, withOptions(draft, who, model)] as const);
  const only = given.length === 1 && all ? given[0]?.[1] : undefined;
  if (typeof only === "string") return only;
  return Object.fromEntries(given) as Schemas["SetupRequest"]["models"];
}

/** Roles of every format, as the server names them. */
const ROLES = new Set(["topic", "moderator", "judge", "audience", "persona", "thinker", "critic", "fact_checker"]);

/** Whether the format has such a place: the sides of another format are kept in the draft, but not sent. */
export function seated(who: string, card: FormatCard | undefined): boolean {
  if (!card || ROLES.has(who) || /^(judge|listener)\.\d+$/.test(who)) return true;
  return card.sides.includes(who) || who in card.seats || who === "pro" || who === "con";
}

function withOptions(draft: Draft, who: string, model: string): string | ModelOptions {
  const options = draft.options[who];
  return options?.model === model ? options : model;
}

function entries(record: Readonly<Record<string, string>>, among?: readonly string[]): (readonly [string, string])[] {
  const named = Object.entries(record).map(([name, value]) => [name, value.trim()] as const);
  return named.filter(([name, value]) => value && (!among || among.includes(name)));
}

function listed(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
}

// --- kept for the tab

const KEY = "dissoi.new";

/** What was kept, without anything that does not belong. */
export function readDraft(stored: string | null): Draft {
  const draft: Record<string, unknown> = { ...emptyDraft };
  for (const [name, value] of Object.entries(parsed(stored))) {
    const model = emptyDraft[name as keyof Draft];
    if (model !== undefined && value !== null && typeof model === typeof value) draft[name] = value;
  }
  return draft as unknown as Draft;
}

function parsed(stored: string | null): object {
  try {
    const found: unknown = JSON.parse(stored ?? "null");
    return typeof found === "object" && found !== null ? found : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export function keptDraft(): Draft {
  try {
    return readDraft(sessionStorage.getItem(KEY));
  } catch (error) {
    if (error instanceof DOMException) return emptyDraft; // storage is closed to the page
    throw error;
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // closed or full: it holds until the page is closed
  }
}

/** The draft for the next debate once this one has begun: the line-up stays, what is about the motion goes. */
export function afterStart(draft: Draft): Draft {
  const { motion, about, info, keywords, seed } = emptyDraft;
  return { ...draft, motion, about, info, keywords, seed };
}
