import { Age } from '#ui/data/age.tsx';
import { Battery } from '#ui/data/battery.tsx';
import { PowerSaveBadge, StatusBadge } from '#ui/data/status-badge.tsx';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceStatusTexts } from '@trace/contract/device-status/device-status.texts';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { lazy, Suspense, useId } from 'react';
import classes from './devices-selector.module.css';

const DevicesSelect = lazy(() => import('./devices-select.tsx'));

/** More cards than these are harder to find than a name in a list. */
const MOST_CARDS = 6;
const STALE_AFTER_MS = 3 * MINUTE_MS;

interface DevicesSelectorProps {
  devices: readonly Device[];
  statuses: ReadonlyMap<string, DeviceStatusView>;
  selected: string;
  onSelect: (serial: string) => void;
}

/** Selects one device: cards for a few devices, a searchable list for more. */
export function DevicesSelector({ devices, statuses, selected, onSelect }: DevicesSelectorProps) {
  const name = useId();
  const device = devices.find(({ serialNumber }) => serialNumber === selected);
  if (devices.length > MOST_CARDS) {
    return (
      <div className={classes.list}>
        <Suspense fallback={<SelectPlace />}>
          <DevicesSelect
            devices={devices}
            statuses={statuses}
            selected={selected}
            onSelect={onSelect}
            label={devicesTexts.myDevices}
          />
        </Suspense>
        {device && (
          <div className={classes.card}>
            <CardContent device={device} status={statuses.get(selected)} />
          </div>
        )}
      </div>
    );
  }
  return (
    <div role="radiogroup" aria-label={devicesTexts.myDevices} className={classes.cards}>
      {devices.map((each) => (
        <label key={each.serialNumber} className={classes.card}>
          <input
            type="radio"
            name={name}
            className={classes.radio}
            checked={each.serialNumber === selected}
            onChange={() => onSelect(each.serialNumber)}
          />
          <CardContent device={each} status={statuses.get(each.serialNumber)} />
        </label>
      ))}
    </div>
  );
}

/** As high as the list that takes its place. */
export function SelectPlace() {
  return (
    <div role="status" className={classes.place}>
      {devicesTexts.loading}
    </div>
  );
}

function CardContent({ device, status }: { device: Device; status: DeviceStatusView | undefined }) {
  return (
    <>
      <span className={classes.head}>
        <span className={classes.name} dir="auto">
          {device.name}
        </span>
        {status && <StatusBadge status={status.status} />}
      </span>
      <span className={classes.serial}>{device.serialNumber}</span>
      <span className={classes.foot}>
        <LastSeen status={status} />
        <Extra status={status} />
      </span>
    </>
  );
}

function LastSeen({ status }: { status: DeviceStatusView | undefined }) {
  if (!status) return <span />;
  if (status.lastSeen === null)
    return <span>{`${devicesTexts.seen} ${deviceStatusTexts.neverSeen.toLowerCase()}`}</span>;
  return <Age at={status.lastSeen} prefix={devicesTexts.seen} staleAfterMs={STALE_AFTER_MS} />;
}

/** The battery stands on every card; an error is named (UDASH-12). */
function Extra({ status }: { status: DeviceStatusView | undefined }) {
  if (!status) return null;
  return (
    <span className={classes.extra}>
      {status.status === 'error' && status.lastError !== null && (
        <span className={classes.error}>{status.lastError}</span>
      )}
      {status.status === 'sleeping' && <PowerSaveBadge />}
      {status.batteryPct !== null && <Battery percent={status.batteryPct} />}
    </span>
  );
}
