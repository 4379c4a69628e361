// One soft tick at the end of a turn, made here, for those who switched sounds on.
import { prefs } from "./prefs";

let context: AudioContext | null = null;

export function tick(): void {
  if (prefs.getState().sounds === "off") return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = 660;
  gain.gain.setValueAtTime(0.06, now);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + 0.12);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
