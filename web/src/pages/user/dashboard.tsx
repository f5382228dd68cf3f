import { summaryOf } from '#features/device-status/device-status-summary.ts';
import { useStatusChecks } from '#features/device-status/device-status-polling.ts';
import { statusesQuery } from '#features/device-status/device-status.queries.ts';
import { devicesQuery } from '#features/devices/devices.queries.ts';
import { usePingActions } from '#features/ping/ping-actions.ts';
import { SubscriptionBadge } from '#features/subscription/subscription-badge.tsx';
import { subscriptionQuery } from '#features/subscription/subscription.queries.ts';
import { useNow } from '#lib/now.ts';
import { usePerson } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { lazy, Suspense, useState } from 'react';
import { DashboardContent } from './dashboard/dashboard-content.tsx';
import { tabTitles } from './dashboard/dashboard-parts.ts';
import { DashboardNotices } from './dashboard/dashboard-notices.tsx';
import classes from './dashboard/dashboard.module.css';
import { greetingFor } from './dashboard/greeting.ts';

/** UDASH-08: a change is pushed; where push is cut, the list is this old at most. */
const DEVICES_RELOAD_MS = 30 * SECOND_MS;

/** The foot of the page. */
const SubscriptionCard = lazy(async () => ({
  default: (await import('#features/subscription/subscription-card.tsx')).SubscriptionCard,
}));
const DashboardUpgrade = lazy(() => import('./dashboard/upgrade/dashboard-upgrade.tsx'));

/** The end user's dashboard. */
export default function DashboardPage() {
  const person = usePerson();
  const { tab = 'dashboard' } = useSearch({ from: '/user-area/user' });
  const nowMs = useNow('halfMinute');
  const devices = useQuery({ ...devicesQuery, refetchInterval: DEVICES_RELOAD_MS });
  const statuses = useQuery(statusesQuery);
  const checks = useStatusChecks(devices.data ?? none);
  const subscription = useQuery(subscriptionQuery);
  const [upgrade, setUpgrade] = useState<'closed' | 'asked' | 'limit'>('closed');
  const openUpgrade = () => setUpgrade('asked');
  const actions = usePingActions(() => setUpgrade('limit'));
  const serials = devices.data?.map(({ serialNumber }) => serialNumber) ?? [];
  return (
    <AreaPage
      title={greetingFor(person.firstName, person.timeZone, new Date(nowMs))}
      shortTitle={person.firstName}
      tabTitle={tabTitles[tab]}
      context={statuses.data && summaryOf(serials, statuses.data)}
      right={<SubscriptionBadge />}
    >
      <DashboardNotices devices={devices} />
      <DashboardContent
        devices={devices}
        statuses={statuses.data ?? unknown}
        checks={checks}
        isPremium={subscription.data?.subscribed ?? false}
        actions={actions}
        onUpgrade={openUpgrade}
      />
      {/* Waits for the content above, which would otherwise push the card down. */}
      {!devices.isPending && tab === 'dashboard' && (
        <div className={classes.plan}>
          <Suspense>
            <SubscriptionCard onUpgrade={openUpgrade} />
          </Suspense>
        </div>
      )}
      <Suspense>
        {upgrade !== 'closed' && (
          <DashboardUpgrade
            devices={devices.data ?? none}
            statuses={statuses.data ?? unknown}
            isAtLimit={upgrade === 'limit'}
            onClose={() => setUpgrade('closed')}
          />
        )}
      </Suspense>
    </AreaPage>
  );
}

const none: never[] = [];
const unknown: ReadonlyMap<string, DeviceStatusView> = new Map();
