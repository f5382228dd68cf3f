import { alertRules } from '@trace/contract/alerts/alerts.rules';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { Causes } from './alerts.lifecycle.service.ts';

const LOOK_EVERY_MS = 15 * SECOND_MS;
/** A longer gap between two looks means that this server was away, and not the devices. */
const LONGEST_GAP_MS = MINUTE_MS;
const BATCH = 200;

export interface SilenceDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  deviceStatus: Pick<DeviceStatusPort, 'takeLongSilent'>;
  causes: Pick<Causes, 'begin'>;
  /** Devices can reach this server. */
  isListening(): boolean;
}

/**
 * Finds devices that have been silent for too long. Every process polls, and a single process takes each device. After
 * a server outage all devices get the full silence period again.
 */
export function watchSilence({ database, clock, log, deviceStatus, causes, isListening }: SilenceDependencies): Stop {
  let lookedAt = clock.now();
  let since = lookedAt;

  const takeBatch = (): Promise<number> =>
    database.transaction(async (tx) => {
      const patience = { since, patienceMs: alertRules.silencePatienceMs, graceMs: alertRules.silenceGraceMs };
      const silent = await deviceStatus.takeLongSilent(tx, patience, BATCH);
      const now = clock.now();
      await causes.begin(
        tx,
        silent.map(({ deviceId, heardAt }) => ({
          deviceId,
          kind: 'silent',
          startedAt: heardAt ?? now,
          expiresAt: null,
        })),
      );
      return silent.length;
    });

  return clock.every(LOOK_EVERY_MS, async () => {
    const now = clock.now();
    if (!isListening() || now.getTime() - lookedAt.getTime() > LONGEST_GAP_MS) since = now;
    try {
      while ((await takeBatch()) === BATCH);
      lookedAt = now;
    } catch (error) {
      log.error({ err: error }, 'Silence check failed, "silent device" alerts are delayed, retrying');
    }
  });
}
