import { useNow } from '#lib/now.ts';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import type { LiveMarker, MapViewProps } from '#ui/map/map.types.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Badge } from '@mantine/core';
import { IconMapPinOff, IconSatellite } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { defaultCentre, defaultZoom } from '@trace/contract/maps/maps.rules';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useMemo, type ReactNode } from 'react';
import classes from './tracking-live-map.module.css';
import { glideFor, type LiveView } from './tracking-glide.ts';
import type { ShownPath } from '../tracking-path.ts';
import { pathProps } from '../tracking-path-props.ts';
import type { PositionLog } from './tracking-position-log.ts';

export type RenderMap = (map: Omit<MapViewProps, 'config' | 'theme'> & { loadingText?: string }) => ReactNode;

/** After three missed positions, the last position is stale. */
export const LIVE_STALE_MS = 3 * trackingRules.intervalMs;

interface LiveMapProps {
  view: LiveView;
  device: Device | null;
  log: PositionLog;
  isLive: boolean;
  /** No position arrives at the moment. */
  isPaused: boolean;
  /** Shown in grey until a live position arrives. */
  lastPlace: LastPlace | undefined;
  path: ShownPath | null;
  renderMap: RenderMap;
}

/** Shows the followed device on the map, with its path if requested. */
export function TrackingLiveMap({ view, device, log, isLive, isPaused, lastPlace, path, renderMap }: LiveMapProps) {
  const { isCut } = useStreamState();
  const live = useLiveMarkers(device, log, path ? undefined : lastPlace, glideFor(view, isCut, log.fixed));
  const hasPlace = live.length > 0 || path !== null;
  const waits = isLive && !isPaused && (log.isWaitingForFix || log.fixed.length === 0);
  return (
    <div className={classes.map} data-view={view}>
      {hasPlace ? (
        renderMap({
          label: trackingTexts.mapLabel(device?.name ?? ''),
          live,
          followedId: live[0]?.id ?? null,
          ...pathProps(path),
          fitKey: `${device?.serialNumber ?? ''}:${path ? 'path' : live.length}`,
          centre: live[0] ?? defaultCentre[view],
          zoom: defaultZoom,
          loadingText: trackingTexts.loadingLiveMap,
        })
      ) : (
        <NoPlace device={device} />
      )}
      <LiveState isLive={isLive && view === 'panel'} isPaused={isPaused} isWaiting={waits} />
    </div>
  );
}

/** In place of a map: a map would show a place that has nothing to do with the device (LIVE-12). */
function NoPlace({ device }: { device: Device | null }) {
  const text = device === null ? trackingTexts.chooseFirst : trackingTexts.noPlace(device.name);
  return (
    <div className={classes.none}>
      <EmptyState icon={IconMapPinOff} text={text} />
    </div>
  );
}

interface LiveStateProps {
  isLive: boolean;
  isPaused: boolean;
  /** No position with a GPS fix has arrived yet. */
  isWaiting: boolean;
}

/** The marks over the map. */
function LiveState({ isLive, isPaused, isWaiting }: LiveStateProps) {
  return (
    <div className={classes.over}>
      {isLive && <LiveBadge isPaused={isPaused} />}
      <span role="status">
        {isWaiting && (
          <Badge
            color="amber"
            size="lg"
            leftSection={<IconSatellite size={14} stroke={1.8} />}
            className={classes.waiting ?? ''}
          >
            {trackingTexts.waitingForFix}
          </Badge>
        )}
      </span>
    </div>
  );
}

function LiveBadge({ isPaused }: { isPaused: boolean }) {
  return (
    <Badge variant="filled" color={isPaused ? 'gray.7' : 'red'} size="lg" className={classes.live ?? ''}>
      {isPaused ? trackingTexts.paused : trackingTexts.live}
    </Badge>
  );
}

const none: never[] = [];

/**
 * Returns the same array until the device moves or its position becomes stale, because a new array would start a new
 * glide.
 */
function useLiveMarkers(
  device: Device | null,
  log: PositionLog,
  lastPlace: LastPlace | undefined,
  glideMs: number,
): readonly LiveMarker[] {
  const nowMs = useNow('second');
  const last = log.fixed.at(-1);
  const isStale = last !== undefined && nowMs - last.at > LIVE_STALE_MS;
  return useMemo(() => {
    const place = last ?? lastPlace;
    if (!device || !place) return none;
    const { lat, lng } = place;
    return [{ id: device.serialNumber, label: device.name, lat, lng, glideMs, isStale: last === undefined || isStale }];
  }, [device, last, lastPlace, glideMs, isStale]);
}
