import type { NewUpdate } from '@trace/contract/recent-updates/recent-updates.schema';
import type { App } from '../app.ts';

/** Sorted from oldest to newest. */
const updates: readonly NewUpdate[] = [
  {
    type: 'bugfix',
    title: 'SIM settings with spaces',
    description: 'APN, username and password are trimmed before they are sent to the device.',
    isNew: false,
  },
  {
    type: 'feature',
    title: 'Command receipts',
    description: 'Every command now shows when it was queued, sent, acknowledged and answered, and who sent it.',
    isNew: true,
  },
  {
    type: 'announcement',
    title: 'Firmware 2.4 is rolling out',
    description: 'New firmware 2.4 improves GPS fix time in built-up areas.',
    isNew: true,
  },
];

/** Publishes the demo's updates, unless an update is already stored. */
export async function seedUpdates({ recentUpdates }: App): Promise<void> {
  if ((await recentUpdates.all()).length > 0) return;
  for (const update of updates) await recentUpdates.publish(update);
}
