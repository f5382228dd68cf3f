import { statusOf } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import { createBatchLoader, loadAll } from '#platform/grouping/batch-loader';
import type { Database } from '#platform/db/database';
import type { LastReport } from './device-status.port.ts';
import { presentStatus } from './device-status.present.rules.ts';
import { replacedState, type DeviceState } from './device-status.reducer.rules.ts';
import { countConnected, listReplacedContacts, listStates } from './device-status.store.ts';

export interface StatusViewsDependencies {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'getFor' | 'listFor'>;
}

/** Reads the statuses of devices. */
export function createStatusViews({ database, clock, devices }: StatusViewsDependencies) {
  // Every open page asks for statuses, so concurrent requests share a query.
  const loadState = createBatchLoader(async (ids: readonly number[]) => {
    const states = await listStates(database.sql, ids);
    return new Map(states.map((state) => [state.deviceId, state]));
  });

  /** A device without a state was replaced: its last contact is known, if it had any. */
  const statesOf = async (known: readonly { id: number; serial: string }[]): Promise<DeviceState[]> => {
    const ids = known.map(({ id }) => id);
    const states = await loadAll(loadState, ids);
    const replaced = ids.filter((id) => !states.has(id));
    const contacts =
      replaced.length === 0 ? new Map<number, Date>() : await listReplacedContacts(database.sql, replaced);
    return known.map(({ id, serial }) => states.get(id) ?? replacedState(id, serial, contacts.get(id) ?? null));
  };
  const viewsOf = async (known: readonly { id: number; serial: string }[]): Promise<DeviceStatusView[]> => {
    const states = await statesOf(known);
    const now = clock.now();
    return states.map((state) => presentStatus(state, now));
  };

  return {
    viewsOf,
    async list(actor: Actor): Promise<DeviceStatusView[]> {
      return viewsOf(await devices.listFor(actor));
    },
    async get(actor: Actor, serial: string): Promise<DeviceStatusView> {
      const [view] = await viewsOf([await devices.getFor(actor.accountId, serial)]);
      return view!;
    },
    async statusOf(device: { id: number; serial: string }): Promise<{ view: DeviceStatusView; wakesAt: Date | null }> {
      const [state] = await statesOf([device]);
      const view = presentStatus(state!, clock.now());
      return { view, wakesAt: view.status === 'sleeping' ? state!.sleepsUntil : null };
    },
    async lastReportOf(device: { id: number; serial: string }): Promise<LastReport> {
      const [state] = await statesOf([device]);
      const { sleepsUntil: wakesAt, ...reported } = state!;
      return { ...reported, wakesAt, status: statusOf(state!, clock.now()) };
    },
    countConnected: () => countConnected(database.sql),
  };
}
