import { alarmParts, type AlarmCode } from '@trace/contract/operations/operations.rules';
import type { Database } from '#platform/db/database';
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { deleteOtherAlarms, insertAlarms } from './operations.store.ts';

export interface WatchDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  /** Evaluates the alarms. */
  activeAlarms(): Promise<AlarmCode[]>;
}

/** Stores which alarms are active, and logs each alarm once when it begins and once when it ends. */
export async function watchAlarms({ database, clock, log, activeAlarms }: WatchDependencies): Promise<void> {
  const active = await activeAlarms();
  const { begun, ended } = await database.transaction(async (tx) => ({
    begun: await insertAlarms(tx, active, clock.now()),
    ended: await deleteOtherAlarms(tx, active),
  }));
  for (const alarm of begun)
    log.warn(
      { alarm, part: alarmParts[alarm as AlarmCode] },
      'An alarm began, the page Operations of the support area says what to do',
    );
  for (const alarm of ended) log.info({ alarm }, 'An alarm ended');
}
