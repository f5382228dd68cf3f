import type { Stop } from '#lib/stop.ts';
import { createStore } from '#lib/store.ts';

const TONES_HZ = [960, 770] as const;
const TONE_SEC = 0.5;
const FADE_SEC = 0.02;
const VOLUME = 0.5;
/** An allowed sound starts within this time. */
const STARTS_WITHIN_MS = 500;
/** In ms: on, off, on. */
const VIBRATION = [600, 200, 600];
const VIBRATE_EVERY_MS = 2_000;

/** Whether the browser waits for a press on the page before it plays the alarm. */
export const isSirenBlocked = createStore(false);

/** Sounds two tones in turn and vibrates until stopped. Each press on the page starts a sound that the browser blocked. */
export function startSiren(): Stop {
  const context = new AudioContext();
  const source = new AudioBufferSourceNode(context, { buffer: twoTones(context), loop: true });
  source.connect(context.destination);
  source.start();
  const presses = new AbortController();
  const resume = () => {
    // The press may be the press that silences, which closes the context before it resumes.
    context.resume().catch(() => undefined);
    vibrate();
  };
  for (const press of ['pointerdown', 'keydown'] as const)
    document.addEventListener(press, resume, { capture: true, signal: presses.signal });
  context.addEventListener('statechange', () => {
    if (context.state === 'running') isSirenBlocked.set(false);
  });
  const check = setTimeout(() => isSirenBlocked.set(context.state !== 'running'), STARTS_WITHIN_MS);
  const vibration = setInterval(vibrate, VIBRATE_EVERY_MS);
  resume();
  return () => {
    presses.abort();
    clearTimeout(check);
    clearInterval(vibration);
    if ('vibrate' in navigator) navigator.vibrate(0);
    void context.close();
    isSirenBlocked.set(false);
  };
}

/** Browsers refuse to vibrate before the first press on the page. */
function vibrate(): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(VIBRATION);
}

/** A buffer that loops needs no timer, which browsers slow down in background tabs. */
function twoTones(context: AudioContext): AudioBuffer {
  const { sampleRate } = context;
  const toneLength = Math.round(sampleRate * TONE_SEC);
  const buffer = context.createBuffer(1, toneLength * TONES_HZ.length, sampleRate);
  const samples = buffer.getChannelData(0);
  for (const [nth, hz] of TONES_HZ.entries())
    for (let at = 0; at < toneLength; at += 1) {
      const sec = at / sampleRate;
      const fade = Math.min(1, sec / FADE_SEC, (TONE_SEC - sec) / FADE_SEC);
      const wave = Math.sin(2 * Math.PI * hz * sec) + Math.sin(6 * Math.PI * hz * sec) / 3;
      samples[nth * toneLength + at] = VOLUME * fade * wave;
    }
  return buffer;
}
