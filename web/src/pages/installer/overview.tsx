import { DeviceList } from '#pages/device-list.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { deviceStatuses } from '@trace/contract/device-status/device-status.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { InstallerDevicesPage } from './installer-devices.tsx';
import { StatusCounts } from './status-counts.tsx';

/** Every status with its count, and all devices below. */
export default function InstallerOverviewPage() {
  return (
    <InstallerDevicesPage title={devicesTexts.overview}>
      {(data) => (
        <>
          <StatusCounts {...data} shown={deviceStatuses} />
          <SectionCard title={devicesTexts.all} isFlush>
            <DeviceList {...data} />
          </SectionCard>
        </>
      )}
    </InstallerDevicesPage>
  );
}
