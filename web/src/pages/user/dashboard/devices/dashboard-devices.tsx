import { useDevicePolls } from '#features/device-status/device-status-polling.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { deviceStatuses, type DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import { statusLabel } from '@trace/contract/device-status/device-status.texts';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DeviceHandlers } from './dashboard-device-actions.tsx';
import { DeviceList } from './dashboard-device-list.tsx';
import { AddPhone } from './dashboard-add-phone.tsx';
import { useOpenDeviceDialog } from './dashboard-device-dialogs.tsx';
import { needsAttention } from './dashboard-order.ts';
import { useOrderedDevices } from '../dashboard-places.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import classes from './dashboard-devices.module.css';

/** A longer list gets a search field. */
const MAX_WITHOUT_SEARCH = 6;

/** The order here does not depend on movement, so no position is fetched. */
const noPlaces = { of: new Map<string, never>(), isLoading: false };

type StatusFilter = DeviceStatus | 'any' | 'attention';

const statusFilters: { value: StatusFilter; label: string }[] = [
  { value: 'any', label: devicesTexts.anyStatus },
  { value: 'attention', label: devicesTexts.needsAttention },
  ...deviceStatuses.map((status) => ({ value: status, label: statusLabel[status] })),
];

/** The Manage Devices tab: the devices that need attention first. */
export default function DashboardDevices({ devices, statuses, checks, isPremium, actions }: DashboardParts) {
  const [wanted, setWanted] = useState('');
  const [filter, setFilter] = useState<StatusFilter>('any');
  const polls = useDevicePolls(checks);
  const { ask, dialog } = useOpenDeviceDialog(isPremium, statuses);
  const on = useLatest({ ping: actions.ping, check: checks.check, ask });
  const ordered = useOrderedDevices(devices, statuses, noPlaces);
  const isMany = devices.length > MAX_WITHOUT_SEARCH;
  const shown = useMemo(
    () => ordered.filter((device) => isWanted(device, wanted) && isInFilter(device, filter, statuses)),
    [ordered, wanted, filter, statuses],
  );
  const showAll = () => {
    setWanted('');
    setFilter('any');
  };
  return (
    <SectionCard
      title={devicesTexts.myDevices}
      isFlush
      aside={
        <div className={classes.search}>
          {isMany && (
            <>
              <span role="status">{devicesTexts.shownOf(shown.length, devices.length)}</span>
              <NativeSelect
                aria-label={devicesTexts.statusFilter}
                value={filter}
                onChange={(event) => setFilter(event.currentTarget.value as StatusFilter)}
                data={statusFilters}
              />
              <TextInput
                aria-label={devicesTexts.search}
                placeholder={devicesTexts.search}
                leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
                maxLength={100}
                value={wanted}
                onChange={(event) => setWanted(event.currentTarget.value)}
              />
            </>
          )}
          <AddPhone />
        </div>
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          text={devicesTexts.noMatch}
          action={<Button onClick={showAll}>{devicesTexts.showAll}</Button>}
        />
      ) : (
        <DeviceList
          devices={shown}
          statuses={statuses}
          checks={polls}
          actions={actions}
          isPremium={isPremium}
          isCompact={isMany}
          on={on}
        />
      )}
      {dialog}
    </SectionCard>
  );
}

function isInFilter(device: Device, filter: StatusFilter, statuses: DashboardParts['statuses']): boolean {
  if (filter === 'any') return true;
  if (filter === 'attention') return needsAttention(device, statuses);
  return (statuses.get(device.serialNumber)?.status ?? 'awaiting') === filter;
}

function isWanted({ name, serialNumber }: Device, wanted: string): boolean {
  const words = wanted.trim().toLowerCase();
  return name.toLowerCase().includes(words) || serialNumber.toLowerCase().includes(words);
}

/**
 * Returns a stable object that always calls the newest handlers, so rows do not render again when the handlers change.
 */
function useLatest(handlers: DeviceHandlers): DeviceHandlers {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  return useMemo(
    () => ({
      ping: (device) => latest.current.ping(device),
      check: (device) => latest.current.check(device),
      ask: (question, device) => latest.current.ask(question, device),
    }),
    [],
  );
}
