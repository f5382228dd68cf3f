import { useNow } from '#lib/now.ts';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import type { LiveMarker, MapViewProps } from '#ui/map/map.types.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Badge, Button } from '@mantine/core';
import { IconMapPinOff, IconSatellite } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { defaultZoom } from '@trace/contract/maps/maps.rules';
import { liveTexts } from '@trace/contract/tracking/tracking.live.texts';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useMemo, type ReactNode } from 'react';
import classes from './tracking-live-map.module.css';
import { glideFor, type LiveView } from '../motion/tracking-glide.ts';
import type { ShownPath } from '../tracking-path.ts';
import { pathProps } from '../tracking-path-props.ts';
import type { KnownPlace } from './tracking-known-place.ts';
import { headingOf, tailOf } from '../motion/tracking-motion.ts';
import type { PositionLog } from '../motion/tracking-position-log.ts';

export type RenderMap = (map: Omit<MapViewProps, 'config' | 'theme'> & { loadingText?: string }) => ReactNode;

/** After three missed positions, the last position is stale. */
export const LIVE_STALE_MS = 3 * trackingRules.intervalMs;

interface LiveMapProps {
  view: LiveView;
  device: Device;
  log: PositionLog;
  isLive: boolean;
  /** No position arrives at the moment. */
  isPaused: boolean;
  /** Shown in grey until a live position arrives. */
  place: KnownPlace;
  path: ShownPath | null;
  /** The state of live tracking, over the map. */
  mark: ReactNode;
  renderMap: RenderMap;
}

/** Shows the followed device on the map, with its path if requested. */
export function TrackingLiveMap({ view, device, log, isLive, isPaused, place, path, mark, renderMap }: LiveMapProps) {
  const { isCut } = useStreamState();
  const live = useLiveMarkers(device, log, path ? noPlace : place, glideFor(view, isCut, log.fixed));
  const centre = live[0] ?? path?.markers[0];
  const waits = isLive && !isPaused && (log.isWaitingForFix || log.fixed.length === 0);
  return (
    <div className={classes.map} data-view={view}>
      {centre ? (
        renderMap({
          label: trackingTexts.mapLabel(device.name),
          live,
          followedId: live[0]?.id ?? null,
          ...pathProps(path),
          fitKey: `${device.serialNumber}:${path ? 'path' : live.length}`,
          centre,
          zoom: defaultZoom,
          loadingText: trackingTexts.loadingLiveMap,
        })
      ) : (
        <NoPlace device={device} place={place} />
      )}
      <div className={classes.over}>
        {mark}
        <span role="status">{waits && <WaitingForFix />}</span>
      </div>
    </div>
  );
}

/** In place of the map while no device is chosen. */
export function NoDeviceChosen() {
  return (
    <div className={classes.map} data-view="panel">
      <div className={classes.none}>
        <EmptyState icon={IconMapPinOff} text={trackingTexts.chooseFirst} />
      </div>
    </div>
  );
}

/** In place of a map: a map would show a place that has nothing to do with the device (LIVE-12). */
function NoPlace({ device, place: { isLoading, hasFailed, retry } }: { device: Device; place: KnownPlace }) {
  if (isLoading) return <LoadingText>{trackingTexts.loadingLiveMap}</LoadingText>;
  return (
    <div className={classes.none}>
      {hasFailed ? (
        <EmptyState
          icon={IconMapPinOff}
          text={liveTexts.placeFailed}
          action={<Button onClick={retry}>{liveTexts.tryAgain}</Button>}
        />
      ) : (
        <EmptyState icon={IconMapPinOff} text={trackingTexts.noPlace(device.name)} />
      )}
    </div>
  );
}

function WaitingForFix() {
  return (
    <Badge
      color="amber"
      size="lg"
      leftSection={<IconSatellite size={14} stroke={1.8} />}
      className={classes.waiting ?? ''}
    >
      {trackingTexts.waitingForFix}
    </Badge>
  );
}

const none: never[] = [];
/** The path ends at the last known place, which needs no marker of its own. */
const noPlace = { last: undefined };

/** Returns the same array until the device moves or its position becomes stale. */
function useLiveMarkers(
  device: Device,
  { fixed }: PositionLog,
  { last: lastPlace }: Pick<KnownPlace, 'last'>,
  glideMs: number,
): readonly LiveMarker[] {
  const nowMs = useNow('second');
  const newest = fixed.at(-1);
  const isStale = newest === undefined || nowMs - newest.at > LIVE_STALE_MS;
  return useMemo(() => {
    const { serialNumber: id, name: label } = device;
    const last = fixed.at(-1);
    const place = last ?? lastPlace;
    if (!place) return none;
    const { lat, lng } = place;
    const headingDeg = last && !isStale ? headingOf(last) : null;
    return [{ id, label, lat, lng, glideMs, isStale, headingDeg, tail: tailOf(fixed) }];
  }, [device, fixed, lastPlace, glideMs, isStale]);
}
