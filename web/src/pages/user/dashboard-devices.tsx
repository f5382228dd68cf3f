import { useStatusChecks } from '#features/device-status/device-status-polling.ts';
import { DeviceCheckButton } from '#pages/device-check-button.tsx';
import { DeviceList } from '#pages/device-list.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { DeviceQuestions, useDeviceQuestion } from './dashboard-device-questions.tsx';
import type { DashboardParts } from './dashboard-parts.ts';

/** The Manage Devices tab. */
export default function DashboardDevices({ devices, statuses, actions }: DashboardParts) {
  const checks = useStatusChecks(devices);
  const { ask, dialog } = useDeviceQuestion();
  return (
    <SectionCard title={devicesTexts.myDevices} isFlush>
      <DeviceList
        devices={devices}
        statuses={statuses}
        checks={checks.checks}
        renderActions={(device) => (
          <>
            <Button
              variant="light"
              leftSection={<IconRadar2 size={16} stroke={1.8} />}
              loading={actions.asking.has(device.serialNumber)}
              aria-label={pingTexts.button(device.name)}
              onClick={() => actions.ping(device)}
            >
              {pingTexts.ping}
            </Button>
            <DeviceCheckButton device={device} checks={checks} />
            <DeviceQuestions device={device} onAsk={ask} />
          </>
        )}
      />
      {dialog}
    </SectionCard>
  );
}
