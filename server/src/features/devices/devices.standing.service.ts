import { registrationTexts as texts } from '@trace/contract/devices/devices.registration.texts';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { Verdict } from './devices.policy.ts';
import type { Standing } from './devices.registration.policy.ts';
import type { Relations } from './devices.relations.service.ts';
import { notFound, refuseUnless, see } from './devices.seen.service.ts';
import type { DeviceRow } from './devices.store.ts';

export interface Stood {
  readonly row: DeviceRow;
  readonly standing: Exclude<Standing, 'none'>;
}

/** As `seeOrRefuse`, and support stands to any device; refuses what the policy does not allow. */
export async function standOrRefuse(
  relations: Relations,
  tx: Executor,
  actor: Actor,
  serial: string,
  may: (standing: Standing) => Verdict,
): Promise<Stood> {
  const seen = await see(relations, tx, actor, serial);
  const standing = seen?.relation === 'none' && actor.role === 'staff' ? 'staff' : (seen?.relation ?? 'none');
  if (seen === null || standing === 'none') throw notFound();
  refuseUnless(may(standing), texts.mayNotManage, texts.mayNotManage);
  return { row: seen.row, standing };
}
