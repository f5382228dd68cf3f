import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Age } from '#ui/data/age.tsx';
import type { MapPoint, MapViewProps } from '#ui/map/map.types.ts';
import { failureWords } from '#lib/http/api.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { defaultZoom } from '@trace/contract/maps/maps.rules';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { useMemo, useState, type ReactNode } from 'react';
import { PingDetails } from './ping-details.tsx';
import { PingHistory } from './ping-history.tsx';
import classes from './ping-map-card.module.css';
import { PingPopup } from './ping-popup.tsx';
import { pingsQuery } from '../ping.queries.ts';

interface PingMapCardProps {
  devices: readonly Device[];
  /** True if the page already says that there is no ping. */
  isEmptySaid: boolean;
  renderMap: (map: Omit<MapViewProps, 'config' | 'theme'>) => ReactNode;
}

/**
 * Shows the positions that pings found: a list for all devices, or for a single device (PING-11). The map and the history
 * share the selection (PING-07 PING-08).
 */
export function PingMapCard({ devices, isEmptySaid, renderMap }: PingMapCardProps) {
  const [serial, setSerial] = useState<string | null>(null);
  const isListed = devices.some(({ serialNumber }) => serialNumber === serial);
  const query = pingsQuery(isListed ? serial : null);
  const { data, error, refetch } = useQuery(query);
  const latest = data?.locations[0];
  return (
    <SectionCard
      title={pingHistoryTexts.mapTitle}
      queryKey={query.queryKey}
      isFlush
      aside={
        <span className={classes.aside}>
          {latest && (
            <span>
              {latest.deviceName}, <Age at={latest.at} prefix={pingHistoryTexts.lastPing} />
            </span>
          )}
          {devices.length > 1 && (
            <DeviceFilter devices={devices} serial={isListed ? serial : null} onChoose={setSerial} />
          )}
        </span>
      }
    >
      {data && latest && (
        <PingMapContent key={serial} locations={data.locations} latest={latest} renderMap={renderMap} />
      )}
      {data && !latest && (
        <EmptyState icon={IconMapPinOff} text={isEmptySaid ? pingHistoryTexts.emptyHistory : pingHistoryTexts.empty} />
      )}
      {!data && !error && <LoadingText />}
      {!data && error && (
        <EmptyState
          icon={IconMapPinOff}
          text={`${pingHistoryTexts.loadFailed} ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{devicesTexts.tryAgain}</Button>}
        />
      )}
    </SectionCard>
  );
}

interface DeviceFilterProps {
  devices: readonly Device[];
  serial: string | null;
  onChoose: (serial: string | null) => void;
}

function DeviceFilter({ devices, serial, onChoose }: DeviceFilterProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={pingHistoryTexts.filter}
      value={serial ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value)}
      data={[
        { value: '', label: pingHistoryTexts.allDevices },
        ...devices.map(({ serialNumber, name }) => ({ value: serialNumber, label: name })),
      ]}
    />
  );
}

interface PingMapContentProps extends Pick<PingMapCardProps, 'renderMap'> {
  locations: readonly PingLocation[];
  latest: PingLocation;
}

/** The newest ping is selected until the user selects another ping, and again when a newer ping arrives (PING-03). */
function PingMapContent({ locations, latest, renderMap }: PingMapContentProps) {
  const [chosen, setChosen] = useState<{ id: string; latestId: string } | null>(null);
  const points = useMemo(() => pointsOf(locations), [locations]);
  const isChoiceOld = chosen?.latestId !== latest.id;
  const selected = (!isChoiceOld && locations.find(({ id }) => id === chosen.id)) || latest;
  const choose = (id: string | null) => setChosen(id === null ? null : { id, latestId: latest.id });
  return (
    <div className={classes.split}>
      <div className={classes.map}>
        {renderMap({
          label: pingHistoryTexts.mapLabel,
          points,
          selectedId: selected.id,
          onSelect: choose,
          renderPopup: () => <PingPopup location={selected} isLatest={selected === latest} />,
          fitKey: latest.id,
          zoom: defaultZoom,
        })}
      </div>
      <div className={classes.history}>
        <PingHistory locations={locations} selectedId={selected.id} onSelect={choose} />
        <PingDetails location={selected} />
      </div>
    </div>
  );
}

/** Oldest first, so that the newest is drawn on top. */
function pointsOf(locations: readonly PingLocation[]): MapPoint[] {
  return locations.map(({ id, lat, lng, at }): MapPoint => ({ id, lat, lng, kind: 'point', label: at })).reverse();
}
