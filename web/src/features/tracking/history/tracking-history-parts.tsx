import { formatDistance, formatRemaining, formatSpeed, formatTime } from '#lib/format.ts';
import { UnstyledButton } from '@mantine/core';
import { IconParking, IconQuestionMark, IconRoute } from '@tabler/icons-react';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import classes from './tracking-history-parts.module.css';
import type { NamedPart } from './tracking-history-drawing.ts';
import type { Playback } from './tracking-playback.ts';
import { useCurrentPart } from './tracking-playback-state.ts';
import type { LoadedDay } from './tracking.history.queries.ts';

interface HistoryPartsProps {
  playback: Playback;
  day: LoadedDay;
  parts: readonly NamedPart[];
  selectedId: string | null;
  onSelect: (id: string | null) => void;
}

const icons = { stop: IconParking, trip: IconRoute, gap: IconQuestionMark };

/** Gives the content of the map in words: distance, duration, and the events in order of time. */
export function TrackingHistoryParts({ playback, day, parts, selectedId, onSelect }: HistoryPartsProps) {
  const currentId = useCurrentPart(playback, parts);
  return (
    <div className={classes.parts}>
      <DayFigures day={day} />
      {day.doubtful.length > 0 && <p className={classes.note}>{texts.leftOut(day.doubtful.length)}</p>}
      {!day.complete && <p className={classes.note}>{texts.tooMany}</p>}
      {parts.length === 0 ? (
        <p className={classes.note}>{texts.noParts}</p>
      ) : (
        <ol className={classes.list} aria-label={texts.parts}>
          {parts.map((part) => (
            <li key={part.id} aria-current={part.id === currentId ? 'time' : undefined}>
              <PartEntry part={part} timeZone={day.timeZone} isSelected={part.id === selectedId} onSelect={onSelect} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function DayFigures({ day: { distanceM, parts } }: { day: LoadedDay }) {
  const lasted = (kind: NamedPart['kind']): number =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? part.toAt - part.fromAt : 0), 0);
  const lastedWords = (kind: NamedPart['kind']): string =>
    parts.some((part) => part.kind === kind) ? formatRemaining(lasted(kind)) : texts.noTime;
  const figures = [
    [texts.distance, formatDistance(distanceM)],
    [texts.moving, lastedWords('trip')],
    [texts.stopped, lastedWords('stop')],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PartEntryProps {
  part: NamedPart;
  timeZone: string;
  isSelected: boolean;
  onSelect: (id: string | null) => void;
}

function PartEntry({ part, timeZone, isSelected, onSelect }: PartEntryProps) {
  const Icon = icons[part.kind];
  const time = (at: number) => formatTime(at, { timeZone });
  return (
    <UnstyledButton
      className={classes.entry ?? ''}
      data-kind={part.kind}
      data-selected={isSelected || undefined}
      aria-pressed={isSelected}
      onClick={() => onSelect(isSelected ? null : part.id)}
    >
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <span>
        <span className={classes.kind}>{texts.kinds[part.kind]}</span>{' '}
        <span className={classes.lasted}>{formatRemaining(part.toAt - part.fromAt)}</span>
        <span className={classes.when}>
          {time(part.fromAt)} – {time(part.toAt)}
        </span>
        {part.kind === 'trip' && (
          <span className={classes.when}>
            {formatDistance(part.distanceM)}, {texts.topSpeed} {formatSpeed(part.topSpeedMps)}
          </span>
        )}
      </span>
    </UnstyledButton>
  );
}
