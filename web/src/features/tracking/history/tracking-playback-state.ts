import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPlayback, type Playback, type PlaybackState } from './tracking-playback.ts';
import type { NamedPart } from './tracking-history-drawing.ts';
import type { Track } from '../tracking-track.ts';

/**
 * Returns the playback of a day, which continues when the day is refreshed. Another day (`of`) gets a new playback, and
 * the previous playback stops.
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

/** Returns the id of the part of the day at the playback position. Re-renders only when the part changes. */
export const useCurrentPart = (playback: Playback, parts: readonly NamedPart[]): string | null =>
  useSyncExternalStore(playback.subscribeToState, () => {
    const { at } = playback.state();
    return parts.findLast(({ fromAt, toAt }) => fromAt <= at && at <= toAt)?.id ?? null;
  });
