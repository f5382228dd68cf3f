import { CertificationNotice } from '#features/certification/certification-notice.tsx';
import { RecentUpdatesCard } from '#features/recent-updates/recent-updates-card.tsx';
import { DeviceList } from '#pages/device-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { IconCircleCheck } from '@tabler/icons-react';
import type { DeviceStatus } from '@trace/contract/device-status/device-status.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { InstallerDevicesPage, type InstallerDevices } from './installer-devices.tsx';
import { StatusCounts } from './status-counts.tsx';

const wantsSomebody: readonly DeviceStatus[] = ['error', 'offline', 'awaiting'];

/** The installer's start: how many devices are how, and which of them need somebody. */
export default function InstallerHomePage() {
  return (
    <InstallerDevicesPage title={devicesTexts.home} head={<CertificationNotice />} foot={<RecentUpdatesCard />}>
      {(data) => (
        <>
          <StatusCounts {...data} shown={['online', 'sleeping', 'offline', 'error']} />
          <WaitingDevices {...data} />
        </>
      )}
    </InstallerDevicesPage>
  );
}

function WaitingDevices({ devices, statuses }: InstallerDevices) {
  const waiting = devices.filter(({ serialNumber }) => {
    const status = statuses.get(serialNumber)?.status;
    return status !== undefined && wantsSomebody.includes(status);
  });
  return (
    <SectionCard title={devicesTexts.waitingForYou} isFlush aside={waiting.length > 0 && String(waiting.length)}>
      {waiting.length === 0 ? (
        <EmptyState icon={IconCircleCheck} text={devicesTexts.nothingWaits} />
      ) : (
        <DeviceList devices={waiting} statuses={statuses} />
      )}
    </SectionCard>
  );
}
