import { setupRules } from '@trace/contract/device-setup/device-setup.rules';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import type { HubLink } from '#features/hubs/hubs.port';
import type { PreviousRow, SetupRow } from './device-setup.store.ts';

/** What of a setup leaves the server: that secrets are set, and never what they are. */
export function presentSetup(
  serial: string,
  row: SetupRow | null,
  link: HubLink | null,
  previous: { row: PreviousRow; changedBy: string | null } | null,
): DeviceSetup {
  const sim = {
    apn: row?.sealedSimApn != null,
    username: row?.sealedSimUsername != null,
    password: row?.sealedSimPassword != null,
  };
  return {
    serialNumber: serial,
    hub:
      link === null
        ? null
        : { id: link.hubId, name: link.hubName, brokenSince: link.brokenSince?.toISOString() ?? null },
    sim,
    hasSim: sim.apn || sim.username || sim.password,
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
