// The names of the wire, taken from the generated schema. Nothing is typed by hand here: a name that the server drops
// stops the build.
import type { components } from "./schema.gen";

/** Every name of the schema; the common ones follow. */
export type Schemas = components["schemas"];

export type DebateView = Schemas["DebateView"];
export type Setup = Schemas["Setup"];
export type Motion = Schemas["Motion"];
export type ModelChoice = Schemas["ModelChoice"];
export type Limits = Schemas["Limits"];
export type Slot = Schemas["Slot"];
export type Turn = Schemas["Turn"];
export type Poll = Schemas["Poll"];
export type Vote = Schemas["Vote"];
export type Ballot = Schemas["Ballot"];
export type ArgumentScore = Schemas["ArgumentScore"];
export type Verdict = Schemas["Verdict"];
export type Failure = Schemas["Failure"];
export type Totals = Schemas["Totals"];
export type Usage = Schemas["Usage"];

export type Envelope = Schemas["Envelope"];
export type DebateEvent = Envelope["event"];
export type EventType = DebateEvent["type"];
export type EventOf<T extends EventType> = Extract<DebateEvent, { type: T }>;
export type Live = NonNullable<Schemas["StreamItem"]["live"]>;
export type LiveOf<T extends Live["type"]> = Extract<Live, { type: T }>;
export type Hidden = Schemas["Hidden"];

export type Problem = Schemas["Problem"];
export type Session = Schemas["Session"];
export type SignInRequest = Schemas["SignIn"];
export type DebateMeta = Schemas["DebateMeta"];
export type DebateDocument = Schemas["DebateDocument"];
export type DebateSummary = Schemas["DebateSummary"];
export type LogEntry = Schemas["LogEntry"];

/** The newest event schema that this page can read. */
export const SCHEMA_VERSION = 1;
