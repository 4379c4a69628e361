// Copy of the audience's vote (S7).
import { sideMark } from "../sides";
import { list } from "./verdict";
import { count } from "./words";

export const TIE = "tie";

/** An option as people read it: a side by its name. */
export function optionName(sides: readonly string[], option: string): string {
  return sideMark(sides, option).name || (option === TIE ? "Tie" : option);
}

/** `0:45`, `12:03`; a part of a second counts as one, so that 0:00 means over. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Who leads among some votes, in a sentence. Never asked of people and simulated listeners together. */
export function standing(
  who: string,
  counts: Readonly<Record<string, number>>,
  name: (option: string) => string,
): string {
  const all = Object.values(counts).reduce((sum, votes) => sum + votes, 0);
  if (!all) return `${who}: nobody voted for an option.`;
  const most = Math.max(...Object.values(counts));
  const leaders = Object.keys(counts).filter((option) => counts[option] === most);
  const [first = ""] = leaders;
  if (leaders.length > 1)
    return `${who}: ${list(leaders.map(name))} are level, with ${count(most, "vote")} each of ${all}.`;
  if (first === TIE) return `${who}: most call it a tie, ${most} of ${count(all, "vote")}.`;
  return `${who}: ${name(first)} leads, ${most} of ${count(all, "vote")}.`;
}

/** How the votes moved between two ballots, option by option: `Pro +2, Con −1`. */
export function moved(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  name: (option: string) => string,
): string {
  const changes = Object.keys(after).map((option) => {
    const change = (after[option] ?? 0) - (before[option] ?? 0);
    return `${name(option)} ${change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0"}`;
  });
  return changes.join(", ");
}

export const audience = {
  title: "Audience",
  none: "This debate has no vote of the audience.",
  noneHint: "Rebuttal rounds have one. Choose a format with a vote when you start a debate.",
  ballot: (name: string) => `Vote: ${name}`,
  state: { coming: "Not open yet", open: "Open", closed: "Closed" },
  unclosed: "Not closed",
  unclosedHint: "The debate ended before this ballot was closed, so its votes were not counted.",
  coming: (phase: string) => `It opens when the debate comes to it${phase ? ` (${phase})` : ""}.`,
  neverOpened: "It never opened: the debate ended before.",
  closesIn: "Closes in",
  closing: "The time is over. Votes are being counted.",
  question: "Who debated better?",
  abstain: "Abstain",
  abstainHint: "Counted as present, and neither for a side nor as a tie. Who does not vote at all is not counted.",
  tieHint: "Both did equally well.",
  reason: "Why?",
  reasonHint: "One sentence helps others. It is public, and kept with your vote.",
  left: (characters: number) => `${characters} characters left`,
  send: "Vote",
  change: "Change vote",
  keep: "Keep my vote",
  undo: "Take it back",
  choose: "Choose an option first.",
  yours: (name: string) => `You voted: ${name}`,
  yoursAbstained: "You abstained",
  yourReason: (reason: string) => `“${reason}”`,
  untilClose: "You can change it or take it back until the vote closes.",
  cast: (name: string) => `Your vote is in: ${name}.`,
  castAbstained: "Your abstention is in.",
  taken: "Your vote was taken back.",
  closed: "The vote is closed.",
  hidden: "Counts appear when you have voted, or when the vote is closed.",
  watchOnly: "You came by a link to watch. Voting needs a link that allows it: ask whoever shared this debate.",
  replay: "This is a replay: the votes are shown as they stood, and none can be cast.",
  people: "People",
  simulated: "Simulated listeners",
  apart: "Votes of people and of simulated listeners are never added together.",
  option: "Option",
  abstained: (number: number) => `${count(number, "person", "people")} abstained.`,
  simulatedAbstained: (number: number) => `${count(number, "simulated listener")} abstained.`,
  notCounted: "Who never voted is not counted.",
  table: (name: string) => `Votes in “${name}”`,
  closeNow: "Close the vote now",
  closeSure: "Close it for everybody? Votes that come later do not count.",
  closeYes: "Close it",
  closeNo: "Keep it open",
  shift: {
    title: "What changed",
    of: (first: string, last: string) => `From “${first}” to “${last}”`,
  },
};
