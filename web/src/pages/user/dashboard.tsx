import { summaryOf } from '#features/device-status/device-status-summary.ts';
import { statusesQuery } from '#features/device-status/device-status.queries.ts';
import { devicesQuery } from '#features/devices/devices.queries.ts';
import { usePingActions } from '#features/ping/ping-actions.ts';
import { SubscriptionBadge } from '#features/subscription/subscription-badge.tsx';
import { subscriptionQuery } from '#features/subscription/subscription.queries.ts';
import { useNow } from '#lib/now.ts';
import { usePerson } from '#lib/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { useQuery } from '@tanstack/react-query';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { lazy, Suspense, useState } from 'react';
import { DashboardContent } from './dashboard-content.tsx';
import { greetingFor } from './greeting.ts';

const UpgradeDialog = lazy(() => import('#features/subscription/subscription-upgrade-dialog.tsx'));

/** The end user's dashboard. */
export default function DashboardPage() {
  const person = usePerson();
  const nowMs = useNow('halfMinute');
  const devices = useQuery(devicesQuery);
  const statuses = useQuery(statusesQuery);
  const subscription = useQuery(subscriptionQuery);
  const [isUpgradeOpen, setUpgradeOpen] = useState(false);
  const openUpgrade = () => setUpgradeOpen(true);
  const actions = usePingActions(devices.data ?? none, openUpgrade);
  const serials = devices.data?.map(({ serialNumber }) => serialNumber) ?? [];
  return (
    <AreaPage
      area="user"
      title={greetingFor(person.firstName, person.timeZone, new Date(nowMs))}
      context={statuses.data && summaryOf(serials, statuses.data)}
      right={<SubscriptionBadge />}
    >
      <DashboardContent
        devices={devices}
        statuses={statuses.data ?? unknown}
        isPremium={subscription.data?.subscribed ?? false}
        actions={actions}
        onUpgrade={openUpgrade}
      />
      <Suspense>{isUpgradeOpen && <UpgradeDialog isOpen onClose={() => setUpgradeOpen(false)} />}</Suspense>
    </AreaPage>
  );
}

const none: never[] = [];
const unknown: ReadonlyMap<string, DeviceStatusView> = new Map();
