import type { Database } from '#platform/db/database';
import type { CommandMonitorPort, UnansweredCommand } from './device-commands.port.ts';
import { listUnanswered } from './device-commands.unanswered.store.ts';

/** Commands per batch. */
const STEP = 500;

/** The search stops after this many batches: so many waiting commands say more than the oldest. */
const STEPS_MOST = 20;

/** IDASH-04: returns the oldest unfinished command of the devices that `among` selects, or null. */
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
