// Calls to the server: JSON in, JSON out, every failure an `ApiError` with a problem document. Not here: the stream of
// events (stream.ts), what is done with an answer.
import type { Problem } from "./types";

const PATIENCE = 30_000;

/** A call that failed. `problem.code` is the server's, or `network` (no answer) or `answer` (not one of Dissoi's). */
export class ApiError extends Error {
  readonly problem: Problem;
  /** Seconds after which the server allows another try. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(problem.detail);
    this.name = "ApiError";
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return this.problem.status;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The same call sent twice with one key is done once. */
  key?: string;
  /** A guest of one debate may be refused here: no reason to ask who they are. */
  guest?: boolean;
  query?: Record<string, string | number | boolean | null | undefined>;
}

type Listener = () => void;
let signedOut: Listener = () => {};

/** Have `listener` called whenever the server does not know who asks (401). */
export function onSignedOut(listener: Listener): void {
  signedOut = listener;
}

export const api = {
  get: <T>(path: string, options: CallOptions = {}) => call<T>("GET", path, undefined, options),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>("POST", path, body ?? {}, options),
  del: <T = void>(path: string, options: CallOptions = {}) => call<T>("DELETE", path, undefined, options),
};

/** `path` with its query; members without a value are left out. */
export function address(path: string, query: CallOptions["query"] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(given).toString();
  return search ? `${path}?${search}` : path;
}

async function call<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (options.key) headers["Idempotency-Key"] = options.key;
  const patience = AbortSignal.timeout(PATIENCE);
  const signal = options.signal ? AbortSignal.any([options.signal, patience]) : patience;
  const init = { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) };
  let text: string;
  let answer: Response;
  try {
    answer = await fetch(address(path, options.query), init);
    text = await answer.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(unreachable(patience.aborted));
  }
  if (answer.status === 401 && !options.guest) signedOut();
  if (!answer.ok) throw failure(answer, text);
  return (text ? read(answer, text) : undefined) as T;
}

function read(answer: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(strange(answer));
  }
}

function failure(answer: Response, text: string): ApiError {
  const wait = Number(answer.headers.get("Retry-After") ?? Number.NaN);
  let problem = strange(answer);
  if (answer.headers.get("Content-Type")?.includes("json")) {
    const given = read(answer, text) as Partial<Problem> | null;
    if (typeof given?.detail === "string") problem = { ...problem, ...given };
  }
  return new ApiError(problem, Number.isFinite(wait) ? wait : null);
}

function own(code: string, title: string, status: number, detail: string, hint: string): Problem {
  return { type: `about:blank#${code}`, title, status, detail, hint, code, field: null, request_id: "" };
}

function unreachable(late: boolean): Problem {
  const detail = late ? "The server did not answer in time." : "The server cannot be reached.";
  return own("network", "No answer", 0, detail, "Check that dissoi serve is running, then try again.");
}

function strange({ status }: Response): Problem {
  const detail = `The server answered with status ${status} and without a reason.`;
  return own("answer", "Unexpected answer", status, detail, "Try again; the log of dissoi serve may say more.");
}

/** What went wrong, of anything that was thrown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return own("page", "Error", 0, error instanceof Error ? error.message : String(error), "");
}
