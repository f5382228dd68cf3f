import type { AlertCausesPort } from '#features/alerts/alerts.port';
import type { DevicesPort, RemoveHook, UnassignHook } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { Executor } from '#platform/db/database';
import { deleteAccountOf, findAccountOf, moveAccount } from '../hub-receiver.store.ts';

export interface SuccessionDependencies {
  readonly devices: Pick<DevicesPort, 'lock' | 'lockFor' | 'everyoneOf'>;
  readonly hubs: Pick<HubsPort, 'linkOf' | 'devicesOfHub'>;
  readonly alerts: Pick<AlertCausesPort, 'end'>;
}

/**
 * The end of direct reports when a device leaves its user. The hub stays with the user (law 6), so another device of
 * this user with the same hub takes over the account. Otherwise the alarms of a household would be lost.
 */
export function createSuccession({ devices, hubs, alerts }: SuccessionDependencies) {
  const userOf = (people: readonly { accountId: string; relation: string }[]): string | null =>
    people.find(({ relation }) => relation === 'assigned_user')?.accountId ?? null;

  const findSuccessor = async (tx: Executor, deviceId: number, userId: string): Promise<number | null> => {
    const link = await hubs.linkOf(tx, deviceId);
    const linked = link === null ? [] : await hubs.devicesOfHub(tx, link.hubId);
    const known = await devices.everyoneOf(
      tx,
      linked.filter((id) => id !== deviceId),
    );
    for (const { serial } of known.filter(({ people }) => userOf(people) === userId)) {
      // Keeps the device with its user until commit. Its status stays free: messages lock statuses in the order of their
      // ids, and this transaction already holds the status of the device that leaves.
      const own = await devices.lockFor(tx, userId, serial);
      if (own?.relation === 'assigned_user') return own.id;
    }
    return null;
  };

  const handOn = async (tx: Executor, deviceId: number, userId: string | null): Promise<void> => {
    if ((await findAccountOf(tx, deviceId)) === null) return;
    // The status of a device is locked before its alerts (decision 016).
    await devices.lock(tx, [deviceId]);
    const successor = userId === null ? null : await findSuccessor(tx, deviceId, userId);
    await alerts.end(tx, deviceId, 'hub_silent');
    const isMoved = successor !== null && (await moveAccount(tx, deviceId, successor));
    if (!isMoved) await deleteAccountOf(tx, deviceId);
  };

  return {
    release: (async (tx, { id, formerUserId }) => handOn(tx, id, formerUserId)) satisfies UnassignHook,

    leave: (async (tx, deviceIds) => {
      for (const { deviceId, people } of await devices.everyoneOf(tx, deviceIds))
        await handOn(tx, deviceId, userOf(people));
    }) satisfies RemoveHook,
  };
}
