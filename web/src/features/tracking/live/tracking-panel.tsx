import { Age } from '#ui/data/age.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button, Card, Switch } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStopFilled } from '@tabler/icons-react';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useEffect, type ReactNode } from 'react';
import { TrackingLiveMap, type RenderMap } from './tracking-live-map.tsx';
import classes from './tracking-panel.module.css';
import { usePathToggle, type PathToggle } from '../tracking-path-toggle.ts';
import { useIsLivePaused } from './tracking-paused.ts';
import { PathInWords } from '../tracking-path-in-words.tsx';
import { useLastPlaceOf } from '../places/tracking.places.queries.ts';
import { TrackingStopped } from './tracking-stopped.tsx';
import { TrackingStatusRow } from './tracking-status-row.tsx';
import { useLivePositions } from './tracking-positions.ts';
import type { LiveSession } from './tracking-session.ts';

interface TrackingPanelProps {
  /** The selected device. */
  device: Device | null;
  /** The session belongs to the page. The session outlives the panel when the last device goes, and reports that. */
  session: LiveSession;
  isPremium: boolean;
  statuses: ReadonlyMap<string, DeviceStatusView>;
  renderMap: RenderMap;
  /** The choice of the device. */
  renderSelect: (placeholder: string) => ReactNode;
}

/** The live tracking panel (LIVE-01). */
export function TrackingPanel({ device, session, isPremium, statuses, renderMap, renderSelect }: TrackingPanelProps) {
  const serial = device?.serialNumber ?? null;
  const isLive = session.phase === 'tracking';
  const log = useLivePositions(session.device?.serialNumber ?? null, trackingRules.panelPollMs);
  const path = usePathToggle(serial, log);
  const isPaused = useIsLivePaused();
  const lastPlace = useLastPlaceOf(serial);

  // Another device was selected, so the followed device is no longer visible and following stops.
  const { stop } = session;
  useEffect(() => stop, [stop, serial]);

  return (
    <Card padding={0} component="section" aria-label={trackingTexts.tab} className={classes.panel ?? ''}>
      <div className={classes.tools}>
        <div className={classes.select}>{renderSelect(trackingTexts.selectDevice)}</div>
        <PathSwitch path={path} hasDevice={device !== null} />
        <StartStop session={session} device={device} />
      </div>
      <LiveBanner name={(isLive && session.device?.name) || null} isPaused={isPaused} lastAt={log.fixed.at(-1)?.at} />
      <TrackingStopped session={session} device={device} isPremium={isPremium} />
      <TrackingLiveMap
        view="panel"
        device={device}
        log={log}
        isLive={isLive}
        isPaused={isPaused}
        lastPlace={lastPlace}
        path={path.path}
        renderMap={renderMap}
      />
      {path.path && <PathInWords path={path.path} onChoose={path.choose} />}
      {device && (
        <TrackingStatusRow
          device={device}
          status={statuses.get(device.serialNumber)}
          isLive={isLive}
          isPaused={isPaused}
          log={log}
          lastPlace={lastPlace}
        />
      )}
    </Card>
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

function StartStop({ session, device }: { session: LiveSession; device: Device | null }) {
  if (session.phase === 'tracking') {
    return (
      <Button
        variant="light"
        color="red"
        className={classes.action ?? ''}
        leftSection={<IconPlayerStopFilled size={16} />}
        onClick={session.stop}
      >
        {trackingTexts.stop}
      </Button>
    );
  }
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <Button
          className={classes.action ?? ''}
          leftSection={<IconPlayerPlay size={17} stroke={1.8} />}
          loading={session.phase === 'starting'}
          onClick={() => void session.start(device)}
          {...button}
        >
          {trackingTexts.start}
        </Button>
      )}
    </NeedsNetwork>
  );
}

interface LiveBannerProps {
  /** The name of the followed device, or null while no device is followed. */
  name: string | null;
  isPaused: boolean;
  lastAt: number | undefined;
}

/** The age is outside the live region, because screen readers would announce each change of the age. */
function LiveBanner({ name, isPaused, lastAt }: LiveBannerProps) {
  return (
    <div className={name === null ? undefined : classes.banner} data-paused={isPaused || undefined}>
      <span role="status">{name !== null && <LiveWords name={name} isPaused={isPaused} />}</span>
      {name !== null && isPaused && lastAt !== undefined && <Age at={lastAt} prefix={trackingTexts.lastPosition} />}
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
