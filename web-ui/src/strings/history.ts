// Copy of the list of debates (S10): what became of each, in words.
import type { DebateSummary, Problem } from "../wire/types";
import { moneyOf } from "./cost";
import { count } from "./words";

/** `side`: a side as people read it. */
export function resultWords({ status, outcome, winner }: DebateSummary, side: (name: string) => string): string {
  const won = winner ? `${side(winner)} won` : "";
  switch (outcome) {
    case "verdict":
      return won || "Verdict";
    case "forfeit":
      return won ? `${won}: the other side forfeited` : "Forfeited";
    case "disqualification":
      return won ? `${won}: the other side was disqualified` : "Disqualified";
    case "draw":
      return "Draw";
    case "consensus":
      return "They came to agree";
    case "no_consensus":
      return "They did not come to agree";
    case "unresolved":
      return "Unresolved";
    case "stopped":
      return "Stopped before a verdict";
    case "failed":
      return "Failed";
    default:
      return outcome ?? history.statuses[status];
  }
}

export function costWords({ usd, unpriced, calls }: DebateSummary): string {
  return calls ? moneyOf({ calls, cost: usd, unpriced }) : "no calls yet";
}

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

/** How long ago: `3 minutes ago`, `yesterday`. `at`: ISO 8601; `now`: milliseconds. */
export function agoWords(at: string, now: number): string {
  const seconds = (now - Date.parse(at)) / 1000;
  if (Number.isNaN(seconds)) return at;
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : "just now";
}

/** The full date and time here. */
export function dateWords(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.valueOf()) ? at : date.toLocaleString("en-GB", { dateStyle: "full", timeStyle: "medium" });
}

const file = (format: string) => `Export as ${format}`;

export const history = {
  title: "History",
  statuses: { new: "Starting", running: "Running", paused: "Paused", finished: "Finished" },
  waiting: "Waiting to go on",
  columns: {
    motion: "Motion",
    format: "Format",
    lineUp: "Line-up",
    result: "Result",
    when: "When",
    cost: "Cost",
    menu: "Commands",
  },
  live: (number: number) => `Running now: ${number}`,
  others: "Newest first",
  all: "Debates",
  caption: "Debates: those that run now, then all others, newest first",
  noMotion: "A motion is being invented…",
  fork: "fork",
  forkTitle: "Branched off from another debate",
  search: { label: "Search motions", placeholder: "Search motions", action: "Search" },
  filters: {
    label: "Filters",
    status: "State",
    statuses: { "": "All", live: "Running", paused: "Paused", finished: "Finished" },
    format: "Format",
    anyFormat: "Any format",
    outcome: "Outcome",
    anyOutcome: "Any outcome",
    remove: (what: string) => `Remove the filter ${what}`,
    clear: "Clear filters",
  },
  outcomes: {
    verdict: "Verdict",
    draw: "Draw",
    forfeit: "Forfeit",
    disqualification: "Disqualified",
    consensus: "Agreement",
    no_consensus: "No agreement",
    unresolved: "Unresolved",
    stopped: "Stopped",
    failed: "Failed",
  } as Readonly<Record<string, string>>,
  shown: (number: number, more: boolean) => (more ? `The newest ${number} are shown.` : count(number, "debate")),
  more: "Load more",
  stale: (problem: Problem) => `This list may be old: ${problem.detail}`,
  empty: {
    title: "Your debates will be listed here",
    text: "Each with its motion, line-up, result and cost. They stay when you close the page, and those that run go on.",
    start: "Start a debate",
    terminal: "Debates from the terminal (dissoi debate) appear here too.",
  },
  nothing: { title: "Nothing matches", text: "No debate fits this search and these filters." },
  menu: {
    of: (motion: string) => `Commands for “${motion}”`,
    open: "Open",
    replay: "Replay",
    duplicate: "Duplicate",
    delete: "Delete",
    exports: {
      markdown: file("Markdown"),
      html: file("a web page"),
      json: file("JSON"),
      jsonl: file("a log (JSONL)"),
    },
  },
  deletion: {
    done: (motion: string) => `Deleted: ${short(motion)}`,
    undo: "Undo",
    undone: "It is back.",
    failed: (motion: string, { detail, hint }: Problem) =>
      `“${short(motion)}” was not deleted. ${[detail, hint].filter(Boolean).join(" ")}`,
  },
  bring: {
    choose: "Import a log",
    drop: "Drop a .jsonl file to import it",
    hint: "A .jsonl file that was exported from Dissoi. You can also drop it anywhere on this page.",
    busy: (name: string) => `Importing ${name}`,
    percent: (share: number) => `${Math.round(share * 100)} %`,
    checking: "Checked by the server…",
    done: "Imported.",
    open: "Open the debate",
    several: "Import one file at a time.",
    wrong: (name: string) => `${name} is no .jsonl file. Export a debate as a log to get one.`,
    lost: "The file did not reach the server: it is too large, or the server went away.",
    lostHint: "Check that dissoi serve is running, then try again.",
    strange: (status: number) => `The server answered with status ${status} and without a reason.`,
  },
};

function short(text: string): string {
  const letters = [...text];
  return letters.length > 60 ? `${letters.slice(0, 59).join("")}…` : text;
}
