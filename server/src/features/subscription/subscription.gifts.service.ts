import { addDays, dayIn, dayStart } from '@trace/contract/kernel/calendar';
import { giftTexts as texts } from '@trace/contract/subscription/subscription.gift.texts';
import { GIFT_LONGEST_DAYS } from '@trace/contract/subscription/subscription.rules';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Grant } from './subscription.port.ts';
import { findGrant } from './subscription.store.ts';

export interface GiftsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: Pick<PeoplePort, 'lockAccount' | 'profileOf'>;
  readonly grant: (tx: Executor, grant: Grant) => Promise<void>;
}

export type Gifts = ReturnType<typeof createGifts>;

/** Premium that support gives. */
export function createGifts({ database, clock, people, grant }: GiftsDependencies) {
  const requireGift = async (tx: Executor, accountId: string, now: Date): Promise<void> => {
    const given = await findGrant(tx, accountId);
    if (given === undefined || given.grantedUntil === null || given.grantedUntil <= now)
      throw new Refusal('conflict', texts.noGift);
  };

  return {
    /** Gives premium until the end of a day in the person's time zone. Null ends the gift now. */
    give: (
      actor: Actor,
      origin: CallOrigin,
      accountId: string,
      lastDay: string | null,
    ): Promise<{ until: string | null }> =>
      database.transaction(async (tx) => {
        const isThere = await people.lockAccount(tx, accountId);
        const person = isThere ? await people.profileOf(accountId, tx) : null;
        if (person === null || person.role === 'staff') throw new Refusal('not_found', texts.noPerson);
        const now = clock.now();
        if (lastDay === null) await requireGift(tx, accountId, now);
        else checkDay(lastDay, dayIn(person.timeZone, now));
        const until = lastDay === null ? now : endOf(lastDay, person.timeZone);
        await grant(tx, { accountId, until, source: 'staff' });
        const subject = { type: 'account', id: accountId };
        const details = { until: until.toISOString() };
        await recordAudit(tx, entryOf(actor.accountId, origin, 'subscription.giveGift', subject, details));
        return { until: lastDay === null ? null : until.toISOString() };
      }),
  };
}

/** Days of one form can be compared as text. */
function checkDay(day: string, today: string): void {
  if (day < today || day > addDays(today, GIFT_LONGEST_DAYS))
    throw new Refusal('invalid_input', texts.lastDayWrong, { field: 'body.lastDay' });
}

/** The last instant of a day, so that the plan card names this day as the end. */
const endOf = (day: string, timeZone: string): Date => new Date(dayStart(timeZone, addDays(day, 1)).getTime() - 1);
