import type { HubChoice, SimSettings } from '@trace/contract/device-setup/device-setup.schema';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import type { DeviceHubsPort } from '#features/devices/devices.port';
import type { HandleOwner, HubsPort } from '#features/hubs/hubs.port';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { Secrets } from '#platform/secrets/secrets';
import { sealedSimOf } from './device-setup.programming.service.ts';
import { givenSim, noSim, simContext, simFields, type SealedSim } from './device-setup.sim.rules.ts';
import { findPrevious, savePrevious, saveSettings, type SetupRow } from './device-setup.store.ts';

/** The requested change. An omitted field stays unchanged, and null removes the setting. */
export interface SetupChange {
  hub?: HubChoice | null | undefined;
  sim?: SimSettings | null | undefined;
}

/** The actual changes, in words for people and in details for the audit log, both without secret values. */
export interface Changed {
  row: SetupRow;
  what: string[];
  details: Record<string, string | null | string[]>;
}

export interface ChangeDependencies {
  clock: Clock;
  secrets: Secrets;
  hubs: Pick<HubsPort, 'link' | 'unlink' | 'swap' | 'linkOf' | 'forgetPrevious'>;
  deviceHubs: DeviceHubsPort;
}

export type SetupChanges = ReturnType<typeof createSetupChanges>;

export function createSetupChanges({ clock, secrets, hubs, deviceHubs }: ChangeDependencies) {
  const applyHub = async (tx: Executor, row: SetupRow, owner: HandleOwner, hub: HubChoice | null): Promise<Changed> => {
    if (hub === null) {
      await hubs.unlink(tx, row.deviceId);
      await deviceHubs.setHub(tx, row.deviceId, null);
      return { row, what: [texts.what.unlinked], details: { hub: null } };
    }
    const link = await hubs.link(tx, owner, row.deviceId, hub);
    await deviceHubs.setHub(tx, row.deviceId, link);
    return { row, what: [texts.what.hub(link.hubName)], details: { hub: link.hubId } };
  };

  const sealedAfter = (row: SetupRow, sim: SimSettings | null): SealedSim => {
    if (sim === null) return noSim;
    const before = sealedSimOf(row);
    const given = givenSim(sim);
    const after = simFields.map((field) => {
      const value = given[field];
      return [field, value === undefined ? before[field] : secrets.seal(value, simContext(row.deviceId, field))];
    });
    return Object.fromEntries(after) as SealedSim;
  };

  const save = async (tx: Executor, row: SetupRow, sim: SealedSim, by: string): Promise<SetupRow> => {
    const changed: SetupRow = {
      ...row,
      sealedSimApn: sim.apn,
      sealedSimUsername: sim.username,
      sealedSimPassword: sim.password,
      changedAt: clock.now(),
    };
    await saveSettings(tx, { ...changed, changedBy: by });
    return changed;
  };

  const keep = async (
    tx: Executor,
    row: SetupRow,
    about: { hub: boolean; sim: boolean },
    by: string,
  ): Promise<void> => {
    const { sealedSimApn, sealedSimUsername, sealedSimPassword, deviceId } = row;
    if (!about.hub) await hubs.forgetPrevious(tx, [deviceId]);
    await savePrevious(tx, {
      deviceId,
      changedHub: about.hub,
      changedSim: about.sim,
      sealedSimApn,
      sealedSimUsername,
      sealedSimPassword,
      savedAt: clock.now(),
      savedBy: by,
    });
  };

  return {
    /** Saves a change and keeps the previous settings. The caller has locked `row`. */
    async apply(tx: Executor, row: SetupRow, owner: HandleOwner, { hub, sim }: SetupChange): Promise<Changed> {
      const about = { hub: hub !== undefined, sim: isSimChange(sim) };
      const changed: Changed = { row, what: [], details: {} };
      if (hub !== undefined) {
        const { what, details } = await applyHub(tx, row, owner, hub);
        changed.what.push(...what);
        Object.assign(changed.details, details);
      }
      if (about.sim) {
        changed.what.push(sim === null ? texts.what.simRemoved : texts.what.sim);
        changed.details['sim'] = sim == null ? [] : Object.keys(givenSim(sim));
      }
      // A new device has no previous settings.
      if (row.hasHubSetting || row.hasSimSetting) await keep(tx, row, about, owner.accountId);
      const marked = {
        ...row,
        hasHubSetting: row.hasHubSetting || about.hub,
        hasSimSetting: row.hasSimSetting || about.sim,
      };
      changed.row = await save(
        tx,
        marked,
        about.sim ? sealedAfter(row, sim ?? null) : sealedSimOf(row),
        owner.accountId,
      );
      return changed;
    },
    /** Swaps the settings with the previous settings. Refuses `conflict` when none were kept since `since`. */
    async restore(tx: Executor, row: SetupRow, owner: HandleOwner, since: Date): Promise<Changed> {
      const previous = await findPrevious(tx, row.deviceId, since);
      if (previous === null) throw new Refusal('conflict', texts.nothingBefore);
      if (previous.changedHub) {
        await hubs.swap(tx, row.deviceId);
        await deviceHubs.setHub(tx, row.deviceId, await hubs.linkOf(tx, row.deviceId));
      }
      await savePrevious(tx, { ...previous, ...simColumnsOf(row), savedAt: clock.now(), savedBy: owner.accountId });
      const sim = previous.changedSim ? sealedSimOf(previous) : sealedSimOf(row);
      const changed = await save(tx, row, sim, owner.accountId);
      const details = { hub: (await hubs.linkOf(tx, row.deviceId))?.hubId ?? null };
      return { row: changed, what: [texts.what.restored], details };
    },
  };
}

/** Returns whether a SIM change has an effect. Blank fields are not sent, so only blank fields are no change. */
export function isSimChange(sim: SimSettings | null | undefined): boolean {
  return sim !== undefined && (sim === null || Object.keys(givenSim(sim)).length > 0);
}

const simColumnsOf = ({ sealedSimApn, sealedSimUsername, sealedSimPassword }: SetupRow) => ({
  sealedSimApn,
  sealedSimUsername,
  sealedSimPassword,
});
