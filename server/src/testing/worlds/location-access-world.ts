// Creates requests and grants for tests. Grants use the database's clock, which tests cannot move. Tests therefore set
// the portal's clock to the real time and age the grants instead.
import type { AccessMinutes } from '@trace/contract/location-access/location-access.rules';
import { answerRequest, requestAccess } from '@trace/contract/location-access/location-access.api';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import type { Look } from '@trace/contract/location-access/location-access.schema';
import { sql } from 'kysely';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';

/** A portal whose clock shows the real time, as the database does. */
export const startPortalNow = (): Promise<Portal> => startPortal({}, (config) => config, new Date());

/** Sets the portal's clock to the database's time again. The clock is stopped between the steps of a test. */
export function keepTime(portal: Portal): void {
  portal.clock.set(new Date());
}

export async function ask(requester: SignedIn, serial: string, minutes: AccessMinutes = 5): Promise<string> {
  const { id } = await requester.api.call(requestAccess, { params: { serial }, body: { minutes } });
  return id;
}

export const answer = (user: SignedIn, id: string, as: 'approved' | 'denied' = 'approved') =>
  user.api.call(answerRequest, { params: { id }, body: { answer: as } });

/** Asks and approves; answers the id of the grant. */
export async function grantAccess(
  portal: Portal,
  requester: SignedIn,
  user: SignedIn,
  serial: string,
  minutes: AccessMinutes = 5,
): Promise<string> {
  const id = await ask(requester, serial, minutes);
  await answer(user, id);
  keepTime(portal);
  return id;
}

/** As if a request or grant had begun so much earlier. */
export async function age(portal: Portal, id: string, ms: number): Promise<void> {
  await sql`
    update location_access set requested_at = requested_at - ${ms} * interval '1 ms',
      lapses_at = lapses_at - ${ms} * interval '1 ms', starts_at = starts_at - ${ms} * interval '1 ms',
      ends_at = ends_at - ${ms} * interval '1 ms'
    where id = ${id}`.execute(portal.test.database.sql);
}

/** Returns a user's whole access log, newest first. */
export async function ledgerOf(user: SignedIn): Promise<Look[]> {
  const looks: Look[] = [];
  let after: string | undefined;
  do {
    const page = await user.api.call(listLooks, { query: { limit: 3, ...(after === undefined ? {} : { after }) } });
    looks.push(...page.looks);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return looks;
}
