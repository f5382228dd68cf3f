import { Select } from '@mantine/core';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';

export interface DevicesSelectProps {
  devices: readonly Device[];
  selected: string | null;
  onSelect: (serial: string) => void;
  label: string;
  placeholder?: string;
  disabled?: boolean;
}

const MOST_SHOWN = 100;

/** Chooses a device by name or serial; typing narrows the list. */
export default function DevicesSelect({
  devices,
  selected,
  onSelect,
  label,
  placeholder,
  disabled = false,
}: DevicesSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={placeholder ?? devicesTexts.search}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      disabled={disabled}
      data={devices.map(({ serialNumber, name }) => ({ value: serialNumber, label: `${name} · ${serialNumber}` }))}
      value={selected}
      onChange={(serial) => serial !== null && onSelect(serial)}
    />
  );
}
