import { Age } from '#ui/data/age.tsx';
import { Battery } from '#ui/data/battery.tsx';
import { StatusBadge } from '#ui/data/status-badge.tsx';
import { Select } from '@mantine/core';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import classes from './devices-select.module.css';

export interface DevicesSelectProps {
  devices: readonly Device[];
  statuses: ReadonlyMap<string, DeviceStatusView>;
  selected: string | null;
  onSelect: (serial: string) => void;
  label: string;
  placeholder?: string;
}

const MOST_SHOWN = 100;

/** Chooses a device by name or serial; typing narrows the list. Each entry says how its device is. */
export default function DevicesSelect(props: DevicesSelectProps) {
  const { devices, statuses, selected, onSelect, label, placeholder } = props;
  const names = new Map(devices.map(({ serialNumber, name }) => [serialNumber, name]));
  return (
    <Select
      aria-label={label}
      placeholder={placeholder ?? devicesTexts.search}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      maxDropdownHeight={380}
      data={devices.map(({ serialNumber, name }) => ({ value: serialNumber, label: `${name} · ${serialNumber}` }))}
      renderOption={({ option: { value } }) => (
        <Entry serial={value} name={names.get(value) ?? value} status={statuses.get(value)} />
      )}
      value={selected}
      onChange={(serial) => serial !== null && onSelect(serial)}
    />
  );
}

interface EntryProps {
  serial: string;
  name: string;
  status: DeviceStatusView | undefined;
}

function Entry({ serial, name, status }: EntryProps) {
  return (
    <span className={classes.entry}>
      <span className={classes.name}>
        <bdi>{name}</bdi> <span className={classes.serial}>· {serial}</span>
      </span>
      {status && <StatusBadge status={status.status} />}
      <span className={classes.facts}>
        {status?.lastSeen && <Age at={status.lastSeen} />}
        {status && status.batteryPct !== null && <Battery percent={status.batteryPct} />}
      </span>
    </span>
  );
}
