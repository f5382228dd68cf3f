import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { bulkTexts, type BulkAction } from '@trace/contract/fleet/fleet.bulk.texts';
import { isTaken } from '../devices-rights.ts';

interface BulkPlan {
  able: TableRow[];
  skipped: { device: TableRow; reason: string }[];
}

/** Splits the selected devices by whether an action can apply. The server decides again for each device. */
export function bulkPlan(action: BulkAction, devices: readonly TableRow[]): BulkPlan {
  const plan: BulkPlan = { able: [], skipped: [] };
  for (const device of devices) {
    const reason = reasonAgainst(action, device);
    if (reason === null) plan.able.push(device);
    else plan.skipped.push({ device, reason });
  }
  return plan;
}

function reasonAgainst(action: BulkAction, device: TableRow): string | null {
  const { reasons } = bulkTexts;
  if (action === 'reconfigure') return null;
  if (action === 'firmware') return device.replacedBy === null ? null : reasons.replaced;
  if (device.relation === 'assigned_user') return reasons.own;
  if (action === 'end') return device.assignment === 'none' ? reasons.noUser : null;
  if (device.assignment !== 'none') return reasons.hasUser;
  return isTaken(device) ? reasons.notGivenBack : null;
}
