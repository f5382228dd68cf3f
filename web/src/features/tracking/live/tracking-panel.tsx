import { Age } from '#ui/data/age.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { Card, Switch, Title } from '@mantine/core';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { liveTexts } from '@trace/contract/tracking/tracking.live.texts';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useEffect, useId, type ReactNode } from 'react';
import type { KnownPlace } from './tracking-known-place.ts';
import { TrackingLiveBadge } from './tracking-live-badge.tsx';
import { TrackingLiveBar } from './tracking-live-bar.tsx';
import { NoDeviceChosen, TrackingLiveMap, type RenderMap } from './tracking-live-map.tsx';
import classes from './tracking-panel.module.css';
import { usePathToggle, type PathToggle } from '../tracking-path-toggle.ts';
import { useIsLivePaused } from '../motion/tracking-paused.ts';
import { PathInWords } from '../tracking-path-in-words.tsx';
import { TrackingStartStop } from '../session/tracking-start-stop.tsx';
import { TrackingStopped } from '../session/tracking-stopped.tsx';
import { TrackingStatusRow } from './tracking-status-row.tsx';
import { useLivePositions } from '../motion/tracking-positions.ts';
import type { PositionLog } from '../motion/tracking-position-log.ts';
import type { LiveSession } from '../session/tracking-session.ts';

interface TrackingPanelProps {
  /** The selected device. */
  device: Device | null;
  /** The session belongs to the page. The session outlives the panel when the last device goes, and reports that. */
  session: LiveSession;
  /** After the plan has ended, the panel only says so, with the last known place. */
  isPremium: boolean;
  statuses: ReadonlyMap<string, DeviceStatusView>;
  place: KnownPlace;
  renderMap: RenderMap;
  /** The choice of the device. */
  renderSelect: (placeholder: string) => ReactNode;
  renderAskOnWake: (device: Device) => ReactNode;
}

/** The live tracking panel (LIVE-01). */
export function TrackingPanel({ device, session, isPremium, renderSelect, ...rest }: TrackingPanelProps) {
  const serial = device?.serialNumber ?? null;
  const log = useLivePositions(session.device?.serialNumber ?? null, trackingRules.panelPollMs);
  const path = usePathToggle(serial, log);
  const isPhone = useIsPhone();
  const titleId = useId();

  // Another device was selected, so the followed device is no longer visible and following stops.
  const { stop } = session;
  useEffect(() => stop, [stop, serial]);

  const startStop = isPremium && <TrackingStartStop session={session} device={device} />;
  return (
    <Card padding={0} component="section" aria-labelledby={titleId} className={classes.panel ?? ''}>
      <Title order={2} id={titleId} className={classes.title ?? ''}>
        {liveTexts.panelTitle}
      </Title>
      {isPremium && (
        <div className={classes.tools}>
          <div className={classes.select}>{renderSelect(trackingTexts.selectDevice)}</div>
          <PathSwitch path={path} hasDevice={device !== null} />
          {!isPhone && startStop}
        </div>
      )}
      {device ? (
        <Followed {...rest} device={device} session={session} isPremium={isPremium} log={log} path={path} />
      ) : (
        <NoDeviceChosen />
      )}
      {isPhone && startStop}
    </Card>
  );
}

interface FollowedProps extends Omit<TrackingPanelProps, 'renderSelect'> {
  device: Device;
  log: PositionLog;
  path: PathToggle;
}

/** The chosen device: why it is not followed, where it is or was last, and its status. */
function Followed({ device, session, isPremium, statuses, place, log, path, ...render }: FollowedProps) {
  const isLive = session.phase === 'tracking';
  const isPaused = useIsLivePaused();
  const status = statuses.get(device.serialNumber);
  const badge = isLive && <TrackingLiveBadge isPaused={isPaused} />;
  const lastAt = log.fixed.at(-1)?.at ?? place.last?.at;
  return (
    <>
      <TrackingStopped
        session={session}
        device={device}
        status={status}
        isPremium={isPremium}
        renderAskOnWake={render.renderAskOnWake}
      />
      <TrackingLiveMap
        view="panel"
        device={device}
        log={log}
        isLive={isLive}
        isPaused={isPaused}
        place={place}
        path={path.path}
        mark={<TrackingLiveBar mark={badge} lastAt={lastAt} log={log} status={status} />}
        renderMap={render.renderMap}
      />
      <LiveBanner session={session} isPaused={isPaused} lastAt={log.fixed.at(-1)?.at} />
      {path.path && <PathInWords path={path.path} onChoose={path.choose} />}
      <TrackingStatusRow
        device={device}
        status={status}
        isLive={isLive}
        isPaused={isPaused}
        log={log}
        lastPlace={place.last}
      />
    </>
  );
}

function PathSwitch({ path, hasDevice }: { path: PathToggle; hasDevice: boolean }) {
  return (
    <Switch
      label={trackingTexts.showPath}
      checked={path.isOn}
      disabled={!hasDevice}
      title={hasDevice ? undefined : trackingTexts.noDeviceText}
      onChange={(event) => path.set(event.currentTarget.checked)}
    />
  );
}

interface LiveBannerProps {
  session: LiveSession;
  isPaused: boolean;
  lastAt: number | undefined;
}

/** Below the map, which keeps its place at the start. The age is outside the live region, because screen readers would announce each change of the age. */
function LiveBanner({ session: { phase, device }, isPaused, lastAt }: LiveBannerProps) {
  return (
    <div className={device ? classes.banner : undefined} data-paused={isPaused || undefined}>
      <span role="status">
        {phase === 'starting' && device && trackingTexts.starting(device.name)}
        {phase === 'tracking' && device && <LiveWords name={device.name} isPaused={isPaused} />}
      </span>
      {phase === 'tracking' && isPaused && lastAt !== undefined && (
        <Age at={lastAt} prefix={trackingTexts.lastPosition} />
      )}
    </div>
  );
}

function LiveWords({ name, isPaused }: { name: string; isPaused: boolean }) {
  if (isPaused) return <strong>{trackingTexts.livePaused}.</strong>;
  return (
    <>
      <strong>{trackingTexts.activeFor(name)}</strong> <span>{trackingTexts.every}</span>
    </>
  );
}
