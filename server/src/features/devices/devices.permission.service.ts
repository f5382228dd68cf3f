import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { Verdict } from './devices.policy.ts';
import type { CallerRelation } from './registration/devices.registration.policy.ts';
import type { Relations } from './assignment/devices.relations.service.ts';
import { notFound, refuseUnless, lockAccess } from './devices.access.service.ts';
import type { DeviceRow } from './devices.store.ts';

export interface PermittedDevice {
  readonly row: DeviceRow;
  readonly relation: Exclude<CallerRelation, 'none'>;
}

/** Like `requireAccess`, but staff have access to any device. Refuses actions that the policy does not allow. */
export async function requirePermission(
  relations: Relations,
  tx: Executor,
  actor: Actor,
  serial: string,
  may: (relation: CallerRelation) => Verdict,
): Promise<PermittedDevice> {
  const seen = await lockAccess(relations, tx, actor, serial);
  const relation = seen?.relation === 'none' && actor.role === 'staff' ? 'staff' : (seen?.relation ?? 'none');
  if (seen === null || relation === 'none') throw notFound();
  refuseUnless(may(relation), texts.mayNotManage, texts.mayNotManage);
  return { row: seen.row, relation };
}
