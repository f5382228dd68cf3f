import type { Database } from '#platform/db/database';
import type { CommandMonitorPort, UnansweredCommand } from './device-commands.port.ts';
import { listUnanswered } from './device-commands.unanswered.store.ts';

/** Commands that are looked at in one go. */
const STEP = 500;

/** So many that wait say more than their oldest: nobody looks further. */
const STEPS_MOST = 20;

/** IDASH-04: the oldest command that has not ended, of the devices that `among` picks out; null without one. */
export async function oldestUnanswered(
  database: Database,
  among: Parameters<CommandMonitorPort['oldestUnanswered']>[0],
): Promise<UnansweredCommand | null> {
  let last: UnansweredCommand | null = null;
  for (let step = 0; step < STEPS_MOST; step += 1) {
    const waiting: UnansweredCommand[] = await listUnanswered(database.sql, last, STEP);
    const meant = await among([...new Set(waiting.map(({ deviceId }) => deviceId))]);
    const found = waiting.find(({ deviceId }) => meant.has(deviceId));
    if (found || waiting.length < STEP) return found ?? null;
    last = waiting.at(-1)!;
  }
  return null;
}
