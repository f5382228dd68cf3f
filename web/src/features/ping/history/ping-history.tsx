import { useNow } from '#lib/now.ts';
import { formatExact } from '#lib/format.ts';
import { formatMomentWithSeconds } from '#lib/moment-format.ts';
import { Coordinates } from '#ui/data/coordinates.tsx';
import { Badge, UnstyledButton } from '@mantine/core';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { useEffect, useRef } from 'react';
import classes from './ping-history.module.css';

interface PingHistoryProps {
  locations: readonly PingLocation[];
  selectedId: string | null;
  onSelect: (id: string) => void;
}

/** The same as the map, in words: newest first, a click selects in both (PING-07). */
export function PingHistory({ locations, selectedId, onSelect }: PingHistoryProps) {
  return (
    <>
      <div className={classes.head}>
        <h3 className={classes.title}>{pingHistoryTexts.historyTitle}</h3>
        <Badge color="gray">{pingHistoryTexts.records(locations.length)}</Badge>
      </div>
      <ul className={classes.list} aria-label={pingHistoryTexts.historyTitle}>
        {locations.map((location, index) => (
          <li key={location.id}>
            <HistoryEntry
              location={location}
              isLatest={index === 0}
              isSelected={location.id === selectedId}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface HistoryEntryProps {
  location: PingLocation;
  isLatest: boolean;
  isSelected: boolean;
  onSelect: (id: string) => void;
}

function HistoryEntry({ location, isLatest, isSelected, onSelect }: HistoryEntryProps) {
  const nowMs = useNow('halfMinute');
  const entry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected && entry.current) showInList(entry.current);
  }, [isSelected]);
  return (
    <UnstyledButton
      ref={entry}
      className={classes.entry ?? ''}
      data-selected={isSelected || undefined}
      aria-pressed={isSelected}
      onClick={() => onSelect(location.id)}
    >
      <span className={classes.line}>
        <time className={classes.time} dateTime={location.at} title={formatExact(location.at)}>
          {formatMomentWithSeconds(location.at, nowMs)}
        </time>
        {isLatest && (
          <Badge color="green" size="sm">
            {pingHistoryTexts.latest}
          </Badge>
        )}
      </span>
      <span className={classes.device}>
        <span className={classes.deviceName} dir="auto">
          {location.deviceName}
        </span>{' '}
        <span className={classes.serial}>{location.serialNumber}</span>
      </span>
      <Coordinates lat={location.lat} lng={location.lng} />
    </UnstyledButton>
  );
}

/** Scrolls only the list. The scroll position of the page does not change. */
function showInList(entry: HTMLElement): void {
  const list = entry.closest('ul');
  if (!list) return;
  const above = entry.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const below = above + entry.offsetHeight - list.clientHeight;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}
