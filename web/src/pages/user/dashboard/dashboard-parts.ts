import type { StatusChecks } from '#features/device-status/device-status-polling.ts';
import type { PingActions } from '#features/ping/ping-actions.ts';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { trackingCardTexts } from '@trace/contract/tracking/tracking.card.texts';

/** The names of the tabs, on the page and in the title of the browser's tab. */
export const tabTitles = { dashboard: 'Dashboard', devices: 'Manage Devices', live: trackingCardTexts.tab } as const;

/** The props that the dashboard tabs share. */
export interface DashboardParts {
  devices: readonly Device[];
  statuses: ReadonlyMap<string, DeviceStatusView>;
  checks: StatusChecks;
  isPremium: boolean;
  actions: PingActions;
  onUpgrade: () => void;
}
