import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { presentStatus } from './device-status.present.rules.ts';
import { emptyState } from './device-status.reducer.rules.ts';
import { listStates } from './device-status.store.ts';

export interface StatusViewsDependencies {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'findFor' | 'listFor'>;
}

/** Reads the statuses of devices. */
export function createStatusViews({ database, clock, devices }: StatusViewsDependencies) {
  const viewsOf = async (known: readonly { id: number; serial: string }[]): Promise<DeviceStatusView[]> => {
    const states = new Map(
      (
        await listStates(
          database.sql,
          known.map((device) => device.id),
        )
      ).map((state) => [state.deviceId, state]),
    );
    const now = clock.now();
    return known.map((device) => presentStatus(states.get(device.id) ?? emptyState(device.id, device.serial), now));
  };

  return {
    viewsOf,
    async list(actor: Actor): Promise<DeviceStatusView[]> {
      return viewsOf(await devices.listFor(actor.accountId));
    },
    async get(actor: Actor, serial: string): Promise<DeviceStatusView> {
      const device = await devices.findFor(actor.accountId, serial);
      if (device === null) throw new Refusal('not_found', devicesTexts.notFound);
      const [view] = await viewsOf([device]);
      return view!;
    },
    async statusOf(device: { id: number; serial: string }): Promise<{ view: DeviceStatusView; wakesAt: Date | null }> {
      const [state] = await listStates(database.sql, [device.id]);
      const known = state ?? emptyState(device.id, device.serial);
      const view = presentStatus(known, clock.now());
      return { view, wakesAt: view.status === 'sleeping' ? known.sleepsUntil : null };
    },
  };
}
