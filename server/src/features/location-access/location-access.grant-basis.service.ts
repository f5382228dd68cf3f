import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { Executor } from '#platform/db/database';
import { isBasisValid, type AccessBasis } from './location-access.policy.ts';

/** Bases of grants, looked up together for each pair of device and person. */
const AT_ONCE = 50;

export interface GrantBasis {
  /** Returns the rows whose basis is valid now. */
  validOf<Row extends AccessBasis>(rows: readonly Row[]): Promise<Row[]>;
  /** Returns whether the basis is valid, and keeps the basis valid until the end of the transaction. */
  isStillValid(tx: Executor, row: AccessBasis & { serial: string }): Promise<boolean>;
}

/**
 * Checks the basis of requests and grants anew each time. A basis ends with an assignment, a membership or an account.
 */
export function createGrantBasis(devices: DevicesPort): GrantBasis {
  const validAmong = async <Row extends AccessBasis>(rows: readonly Row[]): Promise<Row[]> => {
    const relations = await devices.relationsOf(
      [...new Set(rows.map(({ deviceId }) => deviceId))],
      [...new Set(rows.flatMap(({ requesterId, userId }) => [requesterId, userId]))],
    );
    const known = new Map(relations.map((one) => [`${one.accountId} ${one.deviceId}`, { ...one, id: one.deviceId }]));
    const of = (accountId: string, deviceId: number): Pick<KnownDevice, 'id' | 'relation' | 'since'> | null =>
      known.get(`${accountId} ${deviceId}`) ?? null;
    return rows.filter((row) => isBasisValid(row, of(row.requesterId, row.deviceId), of(row.userId, row.deviceId)));
  };

  return {
    async validOf(rows) {
      const found = [];
      for (let start = 0; start < rows.length; start += AT_ONCE) {
        found.push(...(await validAmong(rows.slice(start, start + AT_ONCE))));
      }
      return found;
    },
    async isStillValid(tx, row) {
      const requester = await devices.lockFor(tx, row.requesterId, row.serial);
      const user = await devices.lockFor(tx, row.userId, row.serial);
      return isBasisValid(row, requester, user);
    },
  };
}
