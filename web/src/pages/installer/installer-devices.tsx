import { statusesQuery } from '#features/device-status/device-status.queries.ts';
import { summaryOf } from '#features/device-status/device-status-summary.ts';
import { devicesQuery } from '#features/devices/devices.queries.ts';
import { failureWords } from '#lib/api.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingText } from '#ui/loading-text.tsx';
import { Button, Card, Stack } from '@mantine/core';
import { IconDeviceMobileOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { ReactNode } from 'react';

export interface InstallerDevices {
  devices: readonly Device[];
  statuses: ReadonlyMap<string, DeviceStatusView>;
}

/** A page of the installer about their devices: loading, failed and empty look the same on each. */
export function InstallerDevicesPage({
  title,
  children,
  head,
  foot,
}: {
  title: string;
  children: (data: InstallerDevices) => ReactNode;
  /** What stands above, whatever there is of devices. */
  head?: ReactNode;
  /** What stands below, also where there are no devices. */
  foot?: ReactNode;
}) {
  const devices = useQuery(devicesQuery);
  const statuses = useQuery(statusesQuery);
  const serials = devices.data?.map(({ serialNumber }) => serialNumber) ?? [];
  return (
    <AreaPage area="installer" title={title} context={statuses.data && summaryOf(serials, statuses.data)}>
      <Stack gap="lg">
        {head}
        {devices.isPending && <LoadingText>{devicesTexts.loading}</LoadingText>}
        {devices.data?.length === 0 && (
          <Card>
            <EmptyState icon={IconDeviceMobileOff} text={devicesTexts.installerNone} />
          </Card>
        )}
        {devices.data &&
          devices.data.length > 0 &&
          children({ devices: devices.data, statuses: statuses.data ?? new Map() })}
        {!devices.data && devices.error && (
          <Card role="alert">
            <EmptyState
              icon={IconPlugConnectedX}
              text={`${devicesTexts.loadFailed} ${failureWords(devices.error)}`}
              action={<Button onClick={() => void devices.refetch()}>{devicesTexts.tryAgain}</Button>}
            />
          </Card>
        )}
        {foot}
      </Stack>
    </AreaPage>
  );
}
