import { setupQuery, useSetupStream } from '#features/device-setup/device-setup.queries.ts';
import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { useFoundLocation } from '#features/ping/ping-located-store.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { checkCommissioning, isCommissioned } from '@trace/contract/fleet/fleet.commissioning.rules';
import { commissioningTexts as texts } from '@trace/contract/fleet/fleet.commissioning.texts';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { defaultZoom } from '@trace/contract/maps/maps.rules';
import { locatedTexts } from '@trace/contract/ping/ping.located.texts';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import { lazy, Suspense, useMemo } from 'react';
import { useDevicesDialogs } from '../devices/devices-questions.ts';
import { CommissioningActions } from './commissioning-actions.tsx';
import { CommissioningRecord } from './commissioning-record.tsx';
import classes from './commissioning.module.css';

const DevicesDialogs = lazy(() => import('../devices/devices-dialogs.tsx'));

/** The checks of one device, kept current by the stream, with what to do about each missing check. */
export function CommissioningDevice({ device }: { device: TableRow }) {
  const { serialNumber: serial } = device;
  const questions = useDevicesDialogs();
  const location = useFoundLocation(serial);
  useSetupStream(serial);
  const { data: setup = null } = useQuery(setupQuery(serial));
  const nowMs = useNow('halfMinute');
  const results = checkCommissioning({ status: device.status, setup, location, assignment: device.assignment }, nowMs);
  const isClockWrong = device.status.clockWrongSince !== null;
  const missing = Object.values(results).filter(({ state }) => state === 'missing').length;
  return (
    <div className={classes.page}>
      <p className={classes.verdict} data-done={(isCommissioned(results) && !isClockWrong) || undefined} role="status">
        {isCommissioned(results) ? texts.complete : texts.incomplete(missing)} {isClockWrong && texts.clockWrong}
      </p>
      <CommissioningRecord device={device} setup={setup} location={location} results={results} nowMs={nowMs} />
      {location && <PositionMap location={location} />}
      <div className={classes.actions}>
        <CommissioningActions device={device} results={results} ask={questions.ask} />
        <Button leftSection={<IconPrinter size={17} stroke={1.7} aria-hidden="true" />} onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
      <Suspense>{questions.asked && <DevicesDialogs {...questions} devices={[device]} />}</Suspense>
    </div>
  );
}

function PositionMap({ location }: { location: PingLocation }) {
  const { id, lat, lng, deviceName } = location;
  const points = useMemo(
    () => [{ id, lat, lng, kind: 'ping' as const, label: deviceName }],
    [id, lat, lng, deviceName],
  );
  return (
    <div className={classes.map}>
      <MapsFrame label={locatedTexts.map(deviceName)} points={points} fitKey={id} zoom={defaultZoom} />
    </div>
  );
}
