import { statusesQuery } from '#features/device-status/device-status.queries.ts';
import { devicesQuery } from '#features/devices/devices.queries.ts';
import { SubscriptionCard } from '#features/subscription/subscription-card.tsx';
import { SubscriptionTrouble } from '#features/subscription/subscription-trouble.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

const DashboardUpgrade = lazy(() => import('./dashboard/upgrade/dashboard-upgrade.tsx'));

/** The plan in the settings, with the same notice of a failed payment and upgrade dialog as the dashboard. */
export function UserPlan() {
  const [isUpgrading, setUpgrading] = useState(false);
  return (
    <>
      <SubscriptionTrouble />
      <SubscriptionCard onUpgrade={() => setUpgrading(true)} />
      <Suspense>{isUpgrading && <Upgrade onClose={() => setUpgrading(false)} />}</Suspense>
    </>
  );
}

function Upgrade({ onClose }: { onClose: () => void }) {
  const devices = useQuery(devicesQuery);
  const statuses = useQuery(statusesQuery);
  if (!devices.data || !statuses.data) return null;
  return <DashboardUpgrade devices={devices.data} statuses={statuses.data} isAtLimit={false} onClose={onClose} />;
}
