import { failureWords } from '#lib/http/api.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconMapPinOff, IconPlugConnectedX } from '@tabler/icons-react';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { HistoryDays } from '@trace/contract/tracking/tracking.history.schema';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import { useState } from 'react';
import { TrackingHistoryPicker } from './tracking-history-picker.tsx';
import { TrackingHistoryView } from './tracking-history-view.tsx';
import { historyDayQuery, type LoadedDay } from './tracking.history.queries.ts';
import classes from './tracking-history.module.css';
import type { RenderMap } from '../live/tracking-live-map.tsx';

interface HistoryDaysProps {
  device: Device;
  /** At least one day. */
  days: HistoryDays;
  renderMap: RenderMap;
}

/**
 * Shows the day picker and the selected day, initially the newest. The previous day stays visible until the next day
 * has loaded.
 */
export function TrackingHistoryDays({ device, days, renderMap }: HistoryDaysProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? days.days.at(-1)!;
  const query = useQuery({ ...historyDayQuery(device.serialNumber, day), placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData } = query;
  return (
    <>
      <div className={classes.tools}>
        <TrackingHistoryPicker days={days} chosen={day} onChoose={setChosen} />
        <span role="status" className={classes.busy}>
          {isPlaceholderData && texts.loading}
        </span>
      </div>
      {error && data && <NotRenewed query={query} />}
      {error && !data && (
        <EmptyState
          icon={IconMapPinOff}
          text={`${texts.dayFailed} ${failureWords(error)}`}
          action={<Button onClick={() => void query.refetch()}>{texts.retry}</Button>}
        />
      )}
      {data && <TrackingHistoryView device={device} day={data} renderMap={renderMap} />}
      {!error && !data && <LoadingText>{texts.loading}</LoadingText>}
    </>
  );
}

/** Says that the shown day could not be refreshed. Without a network, the offline bar says so for the whole page. */
function NotRenewed({ query: { error, isFetching, refetch } }: { query: UseQueryResult<LoadedDay> }) {
  if (useOffline()) return null;
  return (
    <div role="alert" className={classes.notice}>
      <AmberNotice
        label={texts.dayNotRenewed}
        icon={IconPlugConnectedX}
        actions={
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        }
      >
        {texts.dayNotRenewed} {failureWords(error)}
      </AmberNotice>
    </div>
  );
}
