import { useStatusChecks } from '#features/device-status/device-status-polling.ts';
import { DeviceCheckButton } from '#pages/device-check-button.tsx';
import { DeviceList } from '#pages/device-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { Button, Select, TextInput } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { deviceStatuses } from '@trace/contract/device-status/device-status.schema';
import { statusLabel } from '@trace/contract/device-status/device-status.texts';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { filterDevices, type DeviceFilter } from './device-filter.ts';
import classes from './devices.module.css';
import { InstallerDevicesPage, type InstallerDevices } from './installer-devices.tsx';

/** All devices of the installer; search and filter stand in the address. */
export default function InstallerDevicesListPage() {
  return (
    <InstallerDevicesPage title={devicesTexts.all}>{(data) => <FilteredDevices {...data} />}</InstallerDevicesPage>
  );
}

function FilteredDevices({ devices, statuses }: InstallerDevices) {
  const filter = useSearch({ from: '/installer-area/installer/devices' });
  const navigate = useNavigate();
  const checks = useStatusChecks(devices);
  const setFilter = (search: DeviceFilter) => void navigate({ to: '/installer/devices', search, replace: true });
  const shown = filterDevices(devices, statuses, filter);
  return (
    <SectionCard
      title={devicesTexts.shownOf(shown.length, devices.length)}
      isFlush
      aside={<FilterBar filter={filter} onChange={setFilter} />}
    >
      {shown.length === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          text={devicesTexts.noMatch}
          action={<Button onClick={() => setFilter({})}>{devicesTexts.showAll}</Button>}
        />
      ) : (
        <DeviceList
          devices={shown}
          statuses={statuses}
          checks={checks.checks}
          renderActions={(device) => <DeviceCheckButton device={device} checks={checks} />}
        />
      )}
    </SectionCard>
  );
}

function FilterBar({ filter, onChange }: { filter: DeviceFilter; onChange: (filter: DeviceFilter) => void }) {
  const { q = '', status } = filter;
  return (
    <div className={classes.filters}>
      <TextInput
        aria-label={devicesTexts.search}
        placeholder={devicesTexts.search}
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={q}
        maxLength={80}
        onChange={(event) => onChange({ ...filter, q: event.currentTarget.value })}
      />
      <Select
        aria-label={devicesTexts.columns.status}
        placeholder={devicesTexts.columns.status}
        clearable
        data={deviceStatuses.map((value) => ({ value, label: statusLabel[value] }))}
        value={status ?? null}
        onChange={(value) => onChange(value === null ? { q } : { q, status: value })}
      />
    </div>
  );
}
