import { deviceName } from '@trace/contract/devices/devices.rules';
import type { Database } from '#platform/db/database';
import type { DeviceRelation, Relations } from './assignment/devices.relations.service.ts';
import type { DevicesPort } from './devices.port.ts';
import { listFacts, type DeviceFactsRow } from './devices.store.ts';

/** The people of devices, with their relations. */
export function createDevicePeople({
  database,
  relations,
}: {
  database: Database;
  relations: Relations;
}): Pick<DevicesPort, 'relationsOf' | 'everyoneOf'> {
  return {
    async relationsOf(deviceIds, accountIds) {
      const related = await relations.of(await listFacts(database.sql, deviceIds), new Set(accountIds));
      return related.map((pair) => ({
        deviceId: pair.device.id,
        serial: pair.device.serial,
        name: deviceName(pair.device.serial, pair.device.nickname),
        accountId: pair.accountId,
        relation: pair.relation,
        since: sinceOf(pair),
        isInUse: pair.device.replacedBy === null,
      }));
    },

    async everyoneOf(executor, deviceIds) {
      const facts = await listFacts(executor, deviceIds);
      const related = Map.groupBy(await relations.of(facts, null, executor), ({ device }) => device.id);
      return facts.map(({ id, serial, nickname, registeredAt }) => ({
        deviceId: id,
        serial,
        name: deviceName(serial, nickname),
        registeredAt,
        people: (related.get(id) ?? []).map((pair) => ({
          accountId: pair.accountId,
          relation: pair.relation,
          since: sinceOf(pair),
        })),
      }));
    },
  };
}

/** Since when a person stands to a device like this (authorization.md, law 6). */
export function sinceOf({ device, relation, joinedAt }: DeviceRelation<DeviceFactsRow>): Date {
  if (relation === 'assigned_user') return device.assignedAt!;
  const since = device.unassignedAt ?? device.registeredAt;
  return joinedAt !== null && joinedAt > since ? joinedAt : since;
}
