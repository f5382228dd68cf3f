import { PingLimit } from '#features/ping/ping-limit.tsx';
import SubscriptionUpgradeDialog from '#features/subscription/subscription-upgrade-dialog.tsx';
import type { DashboardParts } from './dashboard-parts.ts';
import { DashboardReadiness } from './dashboard-readiness.tsx';

type DashboardUpgradeProps = Pick<DashboardParts, 'devices' | 'statuses'> & {
  /** A ping that was refused opened it. */
  isAtLimit: boolean;
  onClose: () => void;
};

/** The upgrade dialog, with how the devices are that it would be paid for. */
export default function DashboardUpgrade({ devices, statuses, isAtLimit, onClose }: DashboardUpgradeProps) {
  return (
    <SubscriptionUpgradeDialog
      reason={isAtLimit && <PingLimit />}
      readiness={<DashboardReadiness devices={devices} statuses={statuses} />}
      onClose={onClose}
    />
  );
}
