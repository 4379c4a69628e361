// Motions for whoever has none at hand: for the demo, and to try.
import type { SetupRequest } from "./draft";

export const SAMPLES = [
  "Homework should be abolished",
  "Zoos do more good than harm",
  "Pineapple belongs on pizza",
  "A four-day week should be the law",
  "Cities should ban private cars from their centres",
  "Museums should return what was taken from other countries",
] as const;

/** Plays every part without a key or a network, at a pace that one can follow. */
const DEMO_MODEL = "scripted:demo?delay_ms=7000&pauses=70&chunk=12&words=130";

/** Any of the samples. `chance`: from 0 to below 1. */
export function sample(chance: number = Math.random()): string {
  return SAMPLES[Math.floor(chance * SAMPLES.length)] ?? SAMPLES[0];
}

/** A debate that a script plays: as asked for, on a motion of ours where there is none. */
export function demoRequest({ about: _about, ...request }: SetupRequest = {}): SetupRequest {
  return { ...request, motion: request.motion ?? sample(), models: DEMO_MODEL };
}
