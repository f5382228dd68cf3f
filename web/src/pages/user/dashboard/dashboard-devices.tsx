import { useDevicePolls } from '#features/device-status/device-status-polling.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, TextInput } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DeviceHandlers } from './dashboard-device-actions.tsx';
import { DeviceList } from './dashboard-device-list.tsx';
import { useOpenDeviceDialog } from './dashboard-device-dialogs.tsx';
import type { DashboardParts } from './dashboard-parts.ts';
import classes from './dashboard-devices.module.css';

/** More rows than these are searched. */
const MOST_UNSEARCHED = 6;

/** The Manage Devices tab. */
export default function DashboardDevices({ devices, statuses, checks, isPremium, actions }: DashboardParts) {
  const [wanted, setWanted] = useState('');
  const polls = useDevicePolls(checks);
  const { ask, dialog } = useOpenDeviceDialog(isPremium);
  const on = useLatest({ ping: actions.ping, check: checks.check, ask });
  const shown = useMemo(() => devices.filter((device) => isWanted(device, wanted)), [devices, wanted]);
  return (
    <SectionCard
      title={devicesTexts.myDevices}
      isFlush
      aside={
        devices.length > MOST_UNSEARCHED && (
          <div className={classes.search}>
            <span role="status">{devicesTexts.shownOf(shown.length, devices.length)}</span>
            <TextInput
              aria-label={devicesTexts.search}
              placeholder={devicesTexts.search}
              leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
              maxLength={100}
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
            />
          </div>
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          text={devicesTexts.noMatch}
          action={<Button onClick={() => setWanted('')}>{devicesTexts.showAll}</Button>}
        />
      ) : (
        <DeviceList
          devices={shown}
          statuses={statuses}
          checks={polls}
          actions={actions}
          isPremium={isPremium}
          on={on}
        />
      )}
      {dialog}
    </SectionCard>
  );
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
