import { setupRules } from '@trace/contract/device-setup/device-setup.rules';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import type { HubLink } from '#features/hubs/hubs.port';
import type { PreviousRow, SetupRow } from './device-setup.store.ts';
import { noSim, simFields, type SealedSim } from './device-setup.sim.rules.ts';

/** Returns the public part of a setup: which secrets are set, never their values. */
export function presentSetup(
  serial: string,
  row: SetupRow | null,
  link: HubLink | null,
  previous: { row: PreviousRow; changedBy: string | null } | null,
): DeviceSetup {
  const sealed: SealedSim =
    row === null ? noSim : { apn: row.sealedSimApn, username: row.sealedSimUsername, password: row.sealedSimPassword };
  const given = simFields.filter((field) => sealed[field] !== null);
  return {
    serialNumber: serial,
    hub:
      link === null
        ? null
        : { id: link.hubId, name: link.hubName, brokenSince: link.brokenSince?.toISOString() ?? null },
    simFields: given,
    hasSim: given.length > 0,
    state: row?.state ?? 'none',
    attempts: row?.attempts ?? 0,
    nextAt: row?.nextAt?.toISOString() ?? null,
    message: row?.message ?? null,
    changedAt: row === null ? null : row.changedAt.toISOString(),
    previous:
      previous === null
        ? null
        : {
            keptUntil: new Date(previous.row.savedAt.getTime() + setupRules.keepPreviousMs).toISOString(),
            changedBy: previous.changedBy,
          },
  };
}
