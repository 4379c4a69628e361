// How a log is played again: the pauses are its own, shortened, and speeches are typed out. The mirror of paced() in
// src/dissoi/engine/replay.py, but that a speech takes a moment even where a scripted model took none. Pure.
import type { Shot } from "./film";

/** No pause is longer, whatever the debate waited for. */
const LONGEST = 4_000;
const CHUNK = 24;
/** Milliseconds of a piece of a speech at least, as far as the longest pause allows. */
const PIECE = 40;

export interface Scene {
  /** Milliseconds before each piece; before the event itself where there are none. */
  readonly wait: number;
  /** The text of a speech, piece by piece; the event follows the last. */
  readonly pieces: readonly string[];
}

export function scene(before: Shot | null, next: Shot, speed: number): Scene {
  const gap = before ? Math.max(0, Math.min(Date.parse(next.at) - Date.parse(before.at), LONGEST)) : 0;
  const { event } = next;
  const text = event.type === "turn.published" ? [...event.text] : [];
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += CHUNK) pieces.push(text.slice(at, at + CHUNK).join(""));
  const length = Math.max(gap || 0, Math.min(pieces.length * PIECE, LONGEST));
  return { wait: length / speed / Math.max(1, pieces.length), pieces };
}
