import { DevicesExportButton } from '#features/fleet/fleet-export-button.tsx';
import { useDeviceTable } from '#features/fleet/fleet.table.queries.ts';
import { paths } from '#lib/paths.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { Button, Tabs } from '@mantine/core';
import { IconCirclePlus, IconDeviceMobile, IconLayoutDashboard } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { filterOf, readDeviceFilter } from './device-filter.ts';
import { DevicesTab } from './devices-tab.tsx';
import classes from './devices.module.css';
import { OverviewContent } from '#pages/installer/overview/overview-content.tsx';

const iconLook = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** The installer's devices in one table, and their overview. The address holds tab, search and filters. */
export default function InstallerDevicesPage() {
  useZoneChanges();
  const search = useSearch({ from: '/installer-area/installer/devices' });
  const navigate = useNavigate({ from: '/installer/devices' });
  const { after, before, tab = 'devices' } = search;
  const table = useDeviceTable({ ...filterOf(search), ...(after && { after }), ...(before && { before }) });
  const isNarrow = useIsNarrow();
  const openTab = (next: string | null) => void navigate({ search: readDeviceFilter({ tab: next }) });
  return (
    <AreaPage
      area="installer"
      title={texts.title}
      tabTitle={tab === 'overview' ? texts.overviewTab : texts.title}
      context={table.data && texts.count(table.data.counts.total)}
      right={!isNarrow && <HeadButtons />}
    >
      {isNarrow && <HeadButtons />}
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          <Tabs.Tab value="devices" leftSection={<IconDeviceMobile {...iconLook} />}>
            {texts.title}
          </Tabs.Tab>
          <Tabs.Tab value="overview" leftSection={<IconLayoutDashboard {...iconLook} />}>
            {texts.overviewTab}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="devices">
          <DevicesTab table={table} />
        </Tabs.Panel>
        <Tabs.Panel value="overview">
          <OverviewContent />
        </Tabs.Panel>
      </Tabs>
    </AreaPage>
  );
}

function HeadButtons() {
  const search = useSearch({ from: '/installer-area/installer/devices' });
  return (
    <div className={classes.head}>
      <DevicesExportButton filter={filterOf(search)} />
      <Button component={Link} to={paths.installerSetup} leftSection={<IconCirclePlus {...iconLook} />}>
        {texts.register}
      </Button>
    </div>
  );
}
