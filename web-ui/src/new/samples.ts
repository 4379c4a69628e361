// Motions for whoever has none at hand: for the demo, and to try.

export const SAMPLES = [
  "Cities should ban private cars from their centres",
  "A four-day week should be the law",
  "Homework should be abolished",
  "Zoos do more good than harm",
  "Museums should return what was taken from other countries",
  "Pineapple belongs on pizza",
] as const;

/** The demo plays every part without a key or a network, at a pace to read along. */
export const DEMO_MODEL = "scripted:demo?delay_ms=60&chunk=12";

/** Any of the samples. `chance`: from 0 to below 1. */
export function sample(chance: number = Math.random()): string {
  return SAMPLES[Math.floor(chance * SAMPLES.length)] ?? SAMPLES[0];
}
