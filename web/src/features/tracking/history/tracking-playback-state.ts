import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPlayback, type Playback, type PlaybackState } from './tracking-playback.ts';
import type { NamedPart } from './tracking-history-drawing.ts';
import type { Track } from '../tracking-track.ts';

/**
 * The playback of a day, which goes on when the day is brought up to date. Of another day (`of`) it is another playback, and
 * the one before stops.
 */
export function usePlayback(track: Track, of: string): Playback {
  const isStill = useReducedMotion() ?? false;
  const create = () => ({ of, isStill, playback: createPlayback(track, isStill) });
  const [held, setHeld] = useState(create);
  if (held.of !== of || held.isStill !== isStill) setHeld(create());
  const { playback } = held;
  useLayoutEffect(() => playback.show(track), [playback, track]);
  useEffect(() => playback.end, [playback]);
  return playback;
}

export const usePlaybackState = (playback: Playback): PlaybackState =>
  useSyncExternalStore(playback.subscribeToState, playback.state);

export const usePlaying = (playback: Playback): boolean =>
  useSyncExternalStore(playback.subscribeToState, () => playback.state().isPlaying);

/** Which of the parts of a day the playback is in; a new render only when it is another one. */
export const useCurrentPart = (playback: Playback, parts: readonly NamedPart[]): string | null =>
  useSyncExternalStore(playback.subscribeToState, () => {
    const { at } = playback.state();
    return parts.findLast(({ fromAt, toAt }) => fromAt <= at && at <= toAt)?.id ?? null;
  });
