import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createPlayback, type Playback, type PlaybackState } from './tracking-playback.ts';
import type { Track } from './tracking-track.ts';

/** The playback of a track; another track is another playback, and the one before stops. */
export function usePlayback(track: Track, label: string): Playback {
  const isStill = useReducedMotion() ?? false;
  const playback = useMemo(() => createPlayback(track, label, isStill), [track, label, isStill]);
  useEffect(() => playback.end, [playback]);
  return playback;
}

export const usePlaybackState = (playback: Playback): PlaybackState =>
  useSyncExternalStore(playback.subscribeToState, playback.state);
