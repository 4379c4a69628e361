// What screen readers are told of a debate: one message when a turn begins and one when it ends, ballots, pauses, the
// result, the connection. Sentence by sentence only for those who chose it. Pure but for the hook at the end.
import { useEffect } from "react";
import { announce } from "../a11y/announcements";
import { type Prefs, prefs } from "../prefs";
import { tick } from "../sound";
import { type DebateState, useDebateSession } from "../store";
import { live as copy, PAUSES, SILENCE } from "../strings/live";
import { resultSentence } from "../strings/verdict";
import { own } from "../wire/own";
import type { DebateView, Slot, Turn } from "../wire/types";
import { speakerName } from "./Turn";
import { wholeSentences } from "./words";

/** After a break more turns than this are summed up by their last one. */
const AT_ONCE = 2;

function turnMessage(view: DebateView, turn: Turn): string {
  const who = `${speakerName(turn, view.sides)}, ${turn.phase}`;
  if (turn.text === null) return copy.announce.silent(who, SILENCE[turn.reason] ?? turn.reason);
  return copy.announce.spoken(who, turn.words);
}

function turnsSince(before: DebateView, view: DebateView): string[] {
  const fresh = view.turns.slice(before.turns.length);
  return (fresh.length > AT_ONCE ? fresh.slice(-1) : fresh).map((turn) => turnMessage(view, turn));
}

function pollsSince(before: DebateView, view: DebateView): string[] {
  return view.polls.flatMap((poll, at) => {
    const known = before.polls[at];
    if (!known && !poll.closed) return [copy.announce.pollOpen(poll.name)];
    return poll.closed && !known?.closed ? [copy.announce.pollClosed(poll.name)] : [];
  });
}

function floorSince(before: DebateView, view: DebateView): string[] {
  const slot: Slot | undefined =
    view.floor === before.floor ? undefined : view.slots.find(({ id }) => id === view.floor);
  return slot ? [copy.announce.floor(speakerName(slot, view.sides), slot.phase)] : [];
}

function courseSince(before: DebateView, view: DebateView): string[] {
  if (view.status === before.status) return [];
  if (view.status === "finished") return [resultSentence(view)];
  if (view.status === "paused") return [copy.announce.paused(PAUSES[view.pause] ?? view.pause)];
  return before.status === "paused" || before.status === "finished" ? [copy.announce.resumed] : [];
}

function linkSince(before: DebateState["connection"], now: DebateState["connection"]): string[] {
  const broken = (state: string) => state === "reconnecting" || state === "offline";
  if (!broken(before.state) && broken(now.state)) return [copy.announce.lost];
  const back = now.state === "live" || now.state === "caught-up";
  return broken(before.state) && back ? [copy.announce.back(now.caught)] : [];
}

/** What is to be said of the change from one state to the next, in order. */
export function messagesOf(before: DebateState, now: DebateState): string[] {
  if (!before.loaded) return [];
  const link = linkSince(before.connection, now.connection);
  if (before.view === now.view) return link;
  return [
    ...link,
    ...turnsSince(before.view, now.view),
    ...pollsSince(before.view, now.view),
    ...floorSince(before.view, now.view),
    ...courseSince(before.view, now.view),
  ];
}

/** Says speeches sentence by sentence while they are made: each sentence once. */
export class Reciter {
  readonly #said = new Map<string, number>();

  /** The sentences that are whole now and were not said yet. */
  take(before: DebateState, now: DebateState): string[] {
    const found: string[] = [];
    for (const [slot, { text }] of Object.entries(now.live)) {
      if (own(before.live, slot)?.text !== text) found.push(...this.#next(slot, text));
    }
    for (const turn of now.view.turns.slice(before.view.turns.length)) {
      const said = this.#said.get(turn.slot);
      this.#said.delete(turn.slot);
      if (said !== undefined && turn.text) found.push(turn.text.slice(said).trim());
    }
    return found.filter(Boolean);
  }

  #next(slot: string, text: string): string[] {
    const said = this.#said.get(slot) ?? 0;
    const from = said > text.length ? 0 : said; // the model was asked again: it begins anew
    const { sentences, length } = wholeSentences(text.slice(from));
    this.#said.set(slot, from + length);
    return sentences;
  }
}

/** Tell screen readers what happens in the open debate, as much as its reader chose. */
export function useTelling(): void {
  const { store } = useDebateSession();
  useEffect(() => {
    const reciter = new Reciter();
    return store.subscribe((now, before) => {
      const { announcements }: Prefs = prefs.getState();
      if (before.loaded && now.view.turns.length > before.view.turns.length) tick();
      const recited = reciter.take(before, now);
      if (announcements === "off") return;
      if (announcements === "sentences") for (const sentence of recited) announce(sentence);
      for (const message of messagesOf(before, now)) announce(message);
    });
  }, [store]);
}
