import { useDeviceTable } from '#features/fleet/fleet.table.queries.ts';
import { useOwnAccess } from '#features/location-access/requests/location-access.request.queries.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { useSearch } from '@tanstack/react-router';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { lazy, Suspense } from 'react';
import { filterOf } from './device-filter.ts';
import { DevicesFrame, DevicesHeadButtons } from './devices-frame.tsx';
import { DevicesTab } from './devices-tab.tsx';
import classes from './devices.module.css';

/** Loaded lazily, because few people have a device to give back. */
const DevicesTakenNotices = lazy(() => import('#features/devices/assignment/devices-pending-return-notices.tsx'));
const OverviewContent = lazy(async () => ({
  default: (await import('#pages/installer/overview/overview-content.tsx')).OverviewContent,
}));

/** The installer's devices in one table, and their overview. The address holds tab, search and filters. */
export default function InstallerDevicesPage() {
  useZoneChanges();
  // Asked together with the rows, which would grow when the answer came later.
  useOwnAccess();
  const search = useSearch({ from: '/installer-area/installer/devices' });
  const { after, before, tab = 'devices' } = search;
  const table = useDeviceTable({ ...filterOf(search), ...(after && { after }), ...(before && { before }) });
  const isNarrow = useIsNarrow();
  return (
    <AreaPage
      title={texts.title}
      tabTitle={tab === 'overview' ? texts.overviewTab : texts.title}
      context={table.data && texts.count(table.data.counts.total)}
      right={!isNarrow && <DevicesHeadButtons />}
    >
      <div className={classes.notices}>
        <Suspense>
          <DevicesTakenNotices />
        </Suspense>
      </div>
      <DevicesFrame
        isNarrow={isNarrow}
        devices={<DevicesTab table={table} />}
        overview={
          <Suspense fallback={<LoadingText />}>
            <OverviewContent />
          </Suspense>
        }
      />
    </AreaPage>
  );
}
