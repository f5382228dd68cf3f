import { formatCoordinates, formatExact } from '#lib/format.ts';
import { Coordinates } from '#ui/data/coordinates.tsx';
import { Fact } from '#ui/data/fact.tsx';
import { Card } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled, IconMinus } from '@tabler/icons-react';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import {
  clockOffWords,
  deviceClockTexts,
  deviceClockWarning,
} from '@trace/contract/device-status/device-status.clock.texts';
import { statusLabel } from '@trace/contract/device-status/device-status.texts';
import { deviceLevelTexts } from '@trace/contract/device-status/device-status.levels.texts';
import {
  commissioningChecks,
  type CheckResult,
  type CommissioningCheck,
} from '@trace/contract/fleet/fleet.commissioning.rules';
import { commissioningTexts as texts } from '@trace/contract/fleet/fleet.commissioning.texts';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { locatedTexts } from '@trace/contract/ping/ping.located.texts';
import type { PingLocation } from '@trace/contract/ping/ping.schema';
import type { ReactNode } from 'react';
import classes from './commissioning.module.css';

interface CommissioningRecordProps {
  device: TableRow;
  setup: DeviceSetup | null;
  location: PingLocation | null;
  results: Record<CommissioningCheck, CheckResult>;
  nowMs: number;
}

/** The part of the page that is printed: the device, its installer, the time and the result of each check. */
export function CommissioningRecord({ device, setup, location, results, nowMs }: CommissioningRecordProps) {
  return (
    <Card component="section" aria-label={texts.record} className={classes.record ?? ''}>
      <h2 className={classes.title}>{texts.recordName(device.name)}</h2>
      <dl className={classes.facts}>
        <Fact name={texts.facts.serial}>
          <span className={classes.mono}>{device.serialNumber}</span>
        </Fact>
        {device.companyName && <Fact name={texts.facts.company}>{device.companyName}</Fact>}
        {device.installerName && <Fact name={texts.facts.installer}>{device.installerName}</Fact>}
        <Fact name={texts.facts.date}>{formatExact(nowMs)}</Fact>
      </dl>
      <ul className={classes.checks}>
        {commissioningChecks.map((check) => (
          <li key={check} className={classes.check} data-state={results[check].state}>
            <CheckIcon state={results[check].state} />
            <div>
              <p className={classes.name}>
                {texts.checks[check]}: {texts.states[results[check].state]}
              </p>
              <p className={classes.value}>{valueOf(check, { device, setup, location })}</p>
              {results[check].reason !== null && (
                <p className={classes.reason}>{texts.missing[results[check].reason]}</p>
              )}
            </div>
          </li>
        ))}
        <WrongClock status={device.status} />
      </ul>
      <p className={classes.signature}>{texts.signature}</p>
    </Card>
  );
}

/** A wrong clock is no check, so the device can be commissioned despite the clock. */
function WrongClock({ status: { serialNumber, clockWrongSince, clockOffSec } }: { status: TableRow['status'] }) {
  if (clockWrongSince === null) return null;
  return (
    <li className={classes.check} data-state="missing">
      <CheckIcon state="missing" />
      <div>
        <p className={classes.name}>
          {deviceClockTexts.label}: {texts.wrong}
        </p>
        <p className={classes.value}>
          {texts.clockOff(formatExact(clockWrongSince), clockOffSec === null ? null : clockOffWords(clockOffSec))}
        </p>
        <p className={classes.reason}>{deviceClockWarning(serialNumber, 'service')}</p>
      </div>
    </li>
  );
}

const icons = { done: IconCircleCheckFilled, missing: IconAlertTriangle, none: IconMinus };

function CheckIcon({ state }: { state: CheckResult['state'] }) {
  const Icon = icons[state];
  return <Icon size={20} stroke={1.8} aria-hidden="true" className={classes.icon} />;
}

type Measured = Pick<CommissioningRecordProps, 'device' | 'setup' | 'location'>;

/** The measured value behind a result. */
function valueOf(check: CommissioningCheck, { device, setup, location }: Measured): ReactNode {
  const { status, user } = device;
  const percent = (value: number | null) => (value === null ? null : deviceLevelTexts.short.good(Math.round(value)));
  switch (check) {
    case 'contact':
      return statusLabel[status.status];
    case 'position':
      return location && <Position location={location} />;
    case 'signal':
      return status.network === 'ethernet' ? texts.ethernet : percent(status.signalPct);
    case 'battery':
      return percent(status.batteryPct);
    case 'hub':
      return setup && (setup.hub === null ? texts.noHub : setup.hub.name);
    case 'user':
      return user && (user.name ?? user.email);
  }
}

function Position({ location }: { location: PingLocation }) {
  const { lat, lng, at, fixAt } = location;
  return (
    <>
      <span className={classes.onScreen}>
        <Coordinates lat={lat} lng={lng} isCopyable />
      </span>
      <span className={classes.onPaper}>{formatCoordinates(location)}</span>
      <span>
        {locatedTexts.accuracy}: {locatedTexts.accuracyOf(location)}. {locatedTexts.measured}:{' '}
        {formatExact(fixAt ?? at)}.
      </span>
    </>
  );
}
