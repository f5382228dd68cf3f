import { failureWords } from '#lib/api.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingText } from '#ui/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { HistoryDays } from '@trace/contract/tracking/tracking.history.schema';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import { useState } from 'react';
import { TrackingHistoryPicker } from './tracking-history-picker.tsx';
import { TrackingHistoryView } from './tracking-history-view.tsx';
import { historyDayQuery } from './tracking.history.queries.ts';
import classes from './tracking-history.module.css';
import type { RenderMap } from './tracking-live-map.tsx';

interface HistoryDaysProps {
  device: Device;
  /** One at least. */
  days: HistoryDays;
  renderMap: RenderMap;
}

/** The choice of a day and that day; the newest to begin with. The day before stays until the next one is there. */
export function TrackingHistoryDays({ device, days, renderMap }: HistoryDaysProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? days.days.at(-1)!;
  const query = useQuery({ ...historyDayQuery(device.serialNumber, day), placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData, refetch } = query;
  const hasFailed = error !== null && !query.isFetching;
  return (
    <>
      <div className={classes.tools}>
        <TrackingHistoryPicker days={days} chosen={day} onChoose={setChosen} />
        <span role="status" className={classes.busy}>
          {isPlaceholderData && texts.loading}
        </span>
      </div>
      {hasFailed && (
        <EmptyState
          icon={IconMapPinOff}
          text={`${texts.dayFailed} ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{texts.retry}</Button>}
        />
      )}
      {!hasFailed && data && <TrackingHistoryView device={device} day={data} renderMap={renderMap} />}
      {!hasFailed && !data && <LoadingText>{texts.loading}</LoadingText>}
    </>
  );
}
