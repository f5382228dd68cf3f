import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { OpenIncidentsPort } from '#features/panic/panic.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { listLoadingDevices, takeBackInEmergency } from '../updates/firmware.offers.store.ts';

export interface EmergenciesDependencies {
  clock: Clock;
  database: Database;
  commands: Pick<DeviceCommandsPort, 'cancel'>;
  incidents: OpenIncidentsPort;
  publish(tx: Executor, deviceIds: readonly number[]): Promise<void>;
}

/**
 * Returns a function that takes updates back from devices whose people call for help. A device that restarts into its
 * image cannot be located meanwhile. The devices get their updates again after the incident.
 */
export function createEmergencies({ clock, database, commands, incidents, publish }: EmergenciesDependencies) {
  return async (): Promise<void> => {
    const loading = await listLoadingDevices(database.sql);
    if (loading.length === 0) return;
    const involved = await incidents.listInvolved(loading);
    if (involved.size === 0) return;
    const taken = await database.transaction(async (tx) => {
      const offers = await takeBackInEmergency(tx, [...involved], clock.now());
      await publish(
        tx,
        offers.map(({ deviceId }) => deviceId),
      );
      return offers;
    });
    for (const { commandId } of taken) await commands.cancel(commandId);
  };
}
