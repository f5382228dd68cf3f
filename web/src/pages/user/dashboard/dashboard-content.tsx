import { failureWords } from '#lib/http/api.ts';
import type { UserSearch, UserTab } from '#lib/paths.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card, Tabs } from '@mantine/core';
import { IconLayoutDashboard, IconListDetails, IconLock, IconPlugConnectedX, IconRadar2 } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { trackingCardTexts } from '@trace/contract/tracking/tracking.card.texts';
import { lazy, Suspense } from 'react';
import { tabTitles, type DashboardParts } from './dashboard-parts.ts';
import { DashboardOverview } from './dashboard-overview.tsx';
import classes from './dashboard.module.css';

/** Loaded lazily, because few people have a device to give back. */
const DevicesTakenNotices = lazy(() => import('#features/devices/assignment/devices-pending-return-notices.tsx'));
/** The last on the page. */
const RecentUpdatesCard = lazy(async () => ({
  default: (await import('#features/recent-updates/recent-updates-card.tsx')).RecentUpdatesCard,
}));
/** Loaded lazily, because most people have a device. */
const NoDevices = lazy(() => import('./dashboard-none.tsx'));
const DashboardDevices = lazy(() => import('./devices/dashboard-devices.tsx'));
const DashboardLive = lazy(() => import('./dashboard-live.tsx'));

type DashboardContentProps = Omit<DashboardParts, 'devices'> & { devices: UseQueryResult<Device[]> };

/** The three tabs. The address stores the open tab. */
export function DashboardContent({ devices, ...rest }: DashboardContentProps) {
  const { tab = 'dashboard' } = useSearch({ from: '/user-area/user' });
  const navigate = useNavigate({ from: '/user' });
  if (devices.isPending) return <LoadingText>{devicesTexts.loading}</LoadingText>;
  if (!devices.data) return <LoadFailed error={devices.error} onRetry={() => void devices.refetch()} />;
  const parts: DashboardParts = { devices: devices.data, ...rest };
  const openTab = (next: string | null) => void navigate({ search: (before) => withTab(before, next as UserTab) });
  return (
    <Tabs value={tab} onChange={openTab} keepMounted={false}>
      <TabList isPremium={parts.isPremium} />
      <Suspense fallback={<LoadingText />}>
        <Tabs.Panel value="dashboard" className={classes.stack ?? ''}>
          <Suspense>
            <DevicesTakenNotices />
          </Suspense>
          <DashboardOverview {...parts} />
          <Suspense>
            <RecentUpdatesCard />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="devices">
          {parts.devices.length === 0 ? <NoDevices /> : <DashboardDevices {...parts} />}
        </Tabs.Panel>
        <Tabs.Panel value="live">
          <DashboardLive {...parts} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  );
}

/** Keeps the chosen device. The Dashboard tab has no `tab` parameter in the address. */
function withTab({ device }: UserSearch, tab: UserTab): UserSearch {
  return { ...(tab !== 'dashboard' && { tab }), ...(device !== undefined && { device }) };
}

const iconLook = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

function TabList({ isPremium }: { isPremium: boolean }) {
  const lock = <IconLock size={16} stroke={1.7} role="img" aria-label={trackingCardTexts.premiumMark} />;
  return (
    <Tabs.List className={classes.tabs ?? ''}>
      <Tabs.Tab value="dashboard" leftSection={<IconLayoutDashboard {...iconLook} />}>
        {tabTitles.dashboard}
      </Tabs.Tab>
      <Tabs.Tab value="devices" leftSection={<IconListDetails {...iconLook} />}>
        {tabTitles.devices}
      </Tabs.Tab>
      <Tabs.Tab
        value="live"
        data-locked={!isPremium || undefined}
        leftSection={isPremium ? <IconRadar2 {...iconLook} /> : lock}
      >
        {tabTitles.live}
      </Tabs.Tab>
    </Tabs.List>
  );
}

function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Card role="alert">
      <EmptyState
        icon={IconPlugConnectedX}
        text={`${devicesTexts.loadFailed} ${failureWords(error)}`}
        action={<Button onClick={onRetry}>{devicesTexts.tryAgain}</Button>}
      />
    </Card>
  );
}
