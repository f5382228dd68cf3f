import { PingLimit } from '#features/ping/ping-limit.tsx';
import SubscriptionUpgradeDialog from '#features/subscription/subscription-upgrade-dialog.tsx';
import type { DashboardParts } from '../dashboard-parts.ts';
import { DashboardReadiness } from './dashboard-readiness.tsx';

type DashboardUpgradeProps = Pick<DashboardParts, 'devices' | 'statuses'> & {
  /** True if a refused ping opened the dialog. */
  isAtLimit: boolean;
  onClose: () => void;
};

/** The upgrade dialog with the check of the devices that the user would pay for. */
export default function DashboardUpgrade({ devices, statuses, isAtLimit, onClose }: DashboardUpgradeProps) {
  return (
    <SubscriptionUpgradeDialog
      reason={isAtLimit && <PingLimit />}
      readiness={<DashboardReadiness devices={devices} statuses={statuses} />}
      onClose={onClose}
    />
  );
}
