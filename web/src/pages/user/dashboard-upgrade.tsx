import SubscriptionUpgradeDialog from '#features/subscription/subscription-upgrade-dialog.tsx';
import type { DashboardParts } from './dashboard-parts.ts';
import { DashboardReadiness } from './dashboard-readiness.tsx';

type DashboardUpgradeProps = Pick<DashboardParts, 'devices' | 'statuses'> & { onClose: () => void };

/** The upgrade dialog, with how the devices are that it would be paid for. */
export default function DashboardUpgrade({ devices, statuses, onClose }: DashboardUpgradeProps) {
  return (
    <SubscriptionUpgradeDialog
      readiness={<DashboardReadiness devices={devices} statuses={statuses} />}
      onClose={onClose}
    />
  );
}
