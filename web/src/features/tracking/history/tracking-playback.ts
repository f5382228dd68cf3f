import type { Stop } from '#lib/stop.ts';
import { createStore } from '#lib/store.ts';
import type { LngLat, MapPlayer } from '#ui/map/map.types.ts';
import { createFrameLoop } from '#ui/map/motion/frame-loop.ts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { PlaybackSpeed } from '@trace/contract/tracking/tracking.history.rules';
import { indexAt, moveOn, placeAt, type Track } from '../tracking-track.ts';

export interface PlaybackState {
  /** The moment of the day that is shown, in ms. */
  at: number;
  isPlaying: boolean;
  speed: PlaybackSpeed;
}

export interface Playback extends Omit<MapPlayer, 'label'> {
  play: () => void;
  pause: () => void;
  seek: (at: number) => void;
  setSpeed: (speed: PlaybackSpeed) => void;
  /** Shows the refreshed track of the same day. Playback continues from its position. */
  show: (track: Track) => void;
  /** The state for the controls: the same object until changed. Listeners are notified a few times a second. */
  state: () => PlaybackState;
  subscribeToState: (onChange: () => void) => Stop;
  end: Stop;
}

/** Controls that change with every frame cannot be read. */
const PUBLISH_EVERY_MS = 100;
/** With reduced motion, playback jumps between positions at this interval. */
const STEP_EVERY_MS = SECOND_MS;
/** A page that was hidden does not catch up. */
const MOST_ELAPSED_MS = 250;

/** Plays a day back: time advances with the browser's frames, and listeners are notified. Playback starts paused. */
export function createPlayback(first: Track, isStill: boolean): Playback {
  let track = first;
  const state = createStore<PlaybackState>({ at: track.at[0] ?? 0, isPlaying: false, speed: 15 });
  let { at } = state.get();
  const place = createStore<LngLat | null>(placeAt(track, at, isStill));
  let lastMs = 0;
  let publishedMs = 0;
  let movedMs = 0;

  const publish = (change: Partial<PlaybackState> = {}): void => {
    state.set({ ...state.get(), ...change, at });
  };
  const moveTo = (next: number): void => {
    at = next;
    place.set(placeAt(track, at, isStill));
  };
  const draw = (nowMs: number): boolean => {
    if (!state.get().isPlaying) return false;
    const next = moveOn(track, at, Math.min(nowMs - lastMs, MOST_ELAPSED_MS), state.get().speed);
    lastMs = nowMs;
    const isAtEnd = indexAt(track, next) === track.at.length - 1;
    if (isStill && !isAtEnd && nowMs - movedMs < STEP_EVERY_MS) at = next;
    else {
      movedMs = nowMs;
      moveTo(next);
    }
    if (isAtEnd || nowMs - publishedMs >= PUBLISH_EVERY_MS) {
      publishedMs = nowMs;
      publish({ isPlaying: !isAtEnd });
    }
    return state.get().isPlaying;
  };
  const loop = createFrameLoop(draw);

  return {
    place: place.get,
    subscribe: place.subscribe,
    state: state.get,
    subscribeToState: state.subscribe,
    play() {
      if (indexAt(track, at) === track.at.length - 1) moveTo(track.at[0] ?? 0);
      lastMs = performance.now();
      publish({ isPlaying: true });
      loop.wake();
    },
    pause: () => publish({ isPlaying: false }),
    seek(next) {
      moveTo(next);
      publish();
    },
    setSpeed: (speed) => publish({ speed }),
    show(next) {
      if (next === track) return;
      track = next;
      moveTo(at);
    },
    end: loop.stop,
  };
}
