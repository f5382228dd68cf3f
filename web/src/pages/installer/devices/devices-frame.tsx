import { DevicesExportButton } from '#features/fleet/fleet-export-button.tsx';
import { paths } from '#lib/paths.ts';
import { Button, Tabs } from '@mantine/core';
import { IconCirclePlus, IconDeviceMobile, IconLayoutDashboard } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import type { ReactNode } from 'react';
import { filterOf, readDeviceFilter } from './device-filter.ts';
import classes from './devices.module.css';

const iconLook = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

interface DevicesFrameProps {
  isNarrow: boolean;
  /** The tabs' content. */
  devices: ReactNode;
  overview: ReactNode;
}

/** The tabs of the page. On a narrow screen, the actions of the page stand above the tabs. */
export function DevicesFrame({ isNarrow, devices, overview }: DevicesFrameProps) {
  const { tab = 'devices' } = useSearch({ from: '/installer-area/installer/devices' });
  const navigate = useNavigate({ from: '/installer/devices' });
  const openTab = (next: string | null) => void navigate({ search: readDeviceFilter({ tab: next }) });
  return (
    <>
      {isNarrow && <DevicesHeadButtons />}
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          <Tabs.Tab value="devices" leftSection={<IconDeviceMobile {...iconLook} />}>
            {texts.title}
          </Tabs.Tab>
          <Tabs.Tab value="overview" leftSection={<IconLayoutDashboard {...iconLook} />}>
            {texts.overviewTab}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="devices">{devices}</Tabs.Panel>
        <Tabs.Panel value="overview">{overview}</Tabs.Panel>
      </Tabs>
    </>
  );
}

/** The actions of the page. */
export function DevicesHeadButtons() {
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
