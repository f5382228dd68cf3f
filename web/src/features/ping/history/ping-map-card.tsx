import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Age } from '#ui/data/age.tsx';
import type { MapPoint, MapViewProps } from '#ui/map/map.types.ts';
import { failureWords } from '#lib/http/api.ts';
import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { defaultCentre, defaultZoom } from '@trace/contract/maps/maps.rules';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { useMemo, useState, type ReactNode } from 'react';
import { PingDetails } from './ping-details.tsx';
import { PingHistory } from './ping-history.tsx';
import classes from './ping-map-card.module.css';
import { PingPopup } from './ping-popup.tsx';
import { pingsQuery } from '../ping.queries.ts';

interface PingMapCardProps {
  device: Device;
  renderMap: (map: Omit<MapViewProps, 'config' | 'theme'>) => ReactNode;
}

/** Shows the positions of a device's pings. The map and the history share one selection (PING-07 PING-08). */
export function PingMapCard({ device, renderMap }: PingMapCardProps) {
  const { data, error, refetch } = useQuery(pingsQuery(device.serialNumber));
  const latest = data?.locations[0];
  return (
    <SectionCard
      title={pingTexts.mapTitle}
      queryKey={pingsQuery(device.serialNumber).queryKey}
      isFlush
      aside={
        latest && (
          <>
            {device.name}, <Age at={latest.at} prefix={pingTexts.lastPing} />
          </>
        )
      }
    >
      {data && <PingMapContent device={device} locations={data.locations} renderMap={renderMap} />}
      {!data && !error && <LoadingText />}
      {!data && error && (
        <EmptyState
          icon={IconMapPinOff}
          text={`${pingTexts.loadFailed} ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{devicesTexts.tryAgain}</Button>}
        />
      )}
    </SectionCard>
  );
}

/** The newest ping is selected until the user selects another ping, and again when a newer ping arrives (PING-03). */
function PingMapContent({ device, locations, renderMap }: PingMapCardProps & { locations: readonly PingLocation[] }) {
  const [chosen, setChosen] = useState<{ id: string; latestId: string } | null>(null);
  const points = useMemo(() => pointsOf(locations), [locations]);
  const latest = locations[0];
  if (!latest) return <EmptyState icon={IconMapPinOff} text={pingTexts.empty} />;
  const isChoiceOld = chosen?.latestId !== latest.id;
  const selected = (!isChoiceOld && locations.find(({ id }) => id === chosen.id)) || latest;
  const choose = (id: string | null) => setChosen(id === null ? null : { id, latestId: latest.id });
  return (
    <div className={classes.split}>
      <div className={classes.map}>
        {renderMap({
          label: pingTexts.mapLabel(device.name),
          points,
          selectedId: selected.id,
          onSelect: choose,
          renderPopup: () => <PingPopup location={selected} isLatest={selected === latest} />,
          fitKey: `${device.serialNumber}:${latest.id}`,
          centre: defaultCentre.panel,
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
