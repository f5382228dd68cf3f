import { formatSpeed, formatTime, formatTimeWithSeconds } from '#lib/format.ts';
import { ActionIcon, SegmentedControl, Slider } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { playbackSpeeds, type PlaybackSpeed } from '@trace/contract/tracking/tracking.history.rules';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import classes from './tracking-history-player.module.css';
import { TrackingHourAxis } from './tracking-hour-axis.tsx';
import { TrackingSpeedGraph } from './tracking-speed-graph.tsx';
import type { Playback } from './tracking-playback.ts';
import { usePlaybackState } from './tracking-playback-state.ts';
import { indexAt, type Track } from '../tracking-track.ts';

interface HistoryPlayerProps {
  playback: Playback;
  /** At least one point. */
  track: Track;
  timeZone: string;
}

/**
 * The playback controls of a day: the time, the speed at that time, a slider over the whole day, and the playback
 * speed.
 */
export function TrackingHistoryPlayer({ playback, track, timeZone }: HistoryPlayerProps) {
  const { at, isPlaying, speed } = usePlaybackState(playback);
  const [first, last] = [track.at[0]!, track.at.at(-1)!];
  const time = (moment: number) => formatTime(moment, { timeZone });
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <div className={classes.player}>
      <ActionIcon
        size="input-md"
        radius="xl"
        variant="filled"
        aria-label={isPlaying ? texts.pause : texts.play}
        disabled={first === last}
        onClick={isPlaying ? playback.pause : playback.play}
      >
        <Icon size={18} aria-hidden="true" />
      </ActionIcon>
      <p className={classes.now}>
        <time dateTime={new Date(at).toISOString()}>{formatTimeWithSeconds(at, { timeZone })}</time>
        <span>{formatSpeed(track.speedMps[indexAt(track, at)]!)}</span>
      </p>
      <div className={classes.line}>
        <TrackingSpeedGraph track={track} />
        <Slider
          size="sm"
          min={first}
          max={Math.max(last, first + 1)}
          step={MINUTE_MS}
          value={at}
          label={time}
          thumbLabel={texts.scrubber}
          thumbValueText={time}
          disabled={first === last}
          onChange={playback.seek}
        />
        <TrackingHourAxis from={first} to={last} timeZone={timeZone} />
      </div>
      <SegmentedControl
        size="xs"
        aria-label={texts.pace}
        data={playbackSpeeds.map((value) => ({ value: String(value), label: texts.times(value) }))}
        value={String(speed)}
        onChange={(value) => playback.setSpeed(Number(value) as PlaybackSpeed)}
      />
    </div>
  );
}
