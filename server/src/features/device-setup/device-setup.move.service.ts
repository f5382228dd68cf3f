import type { DeviceHubsPort, ReplaceHook } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { Clock } from '#platform/clock/clock';
import type { Secrets } from '#platform/secrets/secrets';
import { sealedSimOf, type Programming } from './device-setup.programming.service.ts';
import { simContext, simFields, type SealedSim } from './device-setup.sim.rules.ts';
import { deleteSetup, lockSetup, saveSettings, type SetupRow } from './device-setup.store.ts';

export interface MoveDependencies {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly hubs: Pick<HubsPort, 'move'>;
  readonly deviceHubs: DeviceHubsPort;
  readonly programming: Pick<Programming, 'begin'>;
}

/**
 * IDEV-10: moves the setup of a tracker to another tracker. Each secret is sealed anew, for the new tracker only (T14).
 */
export function createMove(dependencies: MoveDependencies): ReplaceHook {
  const { clock, secrets, hubs, deviceHubs, programming } = dependencies;

  const sealedFor = (row: SetupRow, deviceId: number): SealedSim => {
    const before = sealedSimOf(row);
    const after = simFields.map((field) => {
      const sealed = before[field];
      if (sealed === null) return [field, null];
      return [field, secrets.seal(secrets.open(sealed, simContext(row.deviceId, field)), simContext(deviceId, field))];
    });
    return Object.fromEntries(after) as SealedSim;
  };

  return async (tx, { from, to, by }) => {
    const now = clock.now();
    const old = await lockSetup(tx, from, now);
    const link = await hubs.move(tx, from.id, to.id);
    if (link !== null) await deviceHubs.setHub(tx, to.id, link);
    await deviceHubs.setHub(tx, from.id, null);
    const sim = sealedFor(old, to.id);
    await deleteSetup(tx, from.id);
    const hasSim = simFields.some((field) => sim[field] !== null);
    // A new tracker has neither setting, so only existing settings are sent.
    if (link === null && !hasSim) return 'none';
    const row: SetupRow = {
      ...(await lockSetup(tx, to, now)),
      sealedSimApn: sim.apn,
      sealedSimUsername: sim.username,
      sealedSimPassword: sim.password,
      hasHubSetting: link !== null,
      hasSimSetting: hasSim,
    };
    await saveSettings(tx, { ...row, changedBy: by });
    await programming.begin(tx, row);
    return 'queued';
  };
}
