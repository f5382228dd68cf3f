import { registrationTexts as texts } from '@trace/contract/devices/devices.registration.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { Verdict } from './devices.policy.ts';
import type { DevicesPort } from './devices.port.ts';
import type { Standing } from './devices.registration.policy.ts';
import { listRegistrations } from './devices.registration.store.ts';

export const notFound = (): Refusal => new Refusal('not_found', devicesTexts.notFound);

/** Refuses what a policy does not allow. */
export function require(verdict: Verdict): void {
  if (verdict === 'not_found') throw notFound();
  if (verdict !== 'allowed') throw new Refusal(verdict, texts.mayNotManage);
}

/** How a person stands to a device; support to any. Refuses `not_found`. */
export async function standingOf(
  database: Database,
  devices: Pick<DevicesPort, 'findFor'>,
  actor: Actor,
  serial: string,
): Promise<{ id: number; standing: Standing; name: string }> {
  const known = await devices.findFor(actor.accountId, serial);
  if (known !== null) return { id: known.id, standing: known.relation, name: known.name };
  if (actor.role !== 'staff') throw notFound();
  const device = (await listRegistrations(database.sql, [serial])).find((row) => row.serial === serial);
  if (device === undefined) throw notFound();
  return { id: device.id, standing: 'staff', name: deviceName(serial, device.nickname) };
}
