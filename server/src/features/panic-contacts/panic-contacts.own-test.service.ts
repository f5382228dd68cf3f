import { randomUUID } from 'node:crypto';
import type { OwnTestResult } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { ownTest } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { ownEntryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Sms } from '#platform/sms/sms';
import { reserveOwnTest } from './panic-contacts.limits.service.ts';
import { lockPanicSettings } from './panic-contacts.settings.store.ts';

export interface OwnTestDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly sms: Sms;
  readonly people: Pick<PeoplePort, 'profileOf'>;
  readonly subscription: Pick<SubscriptionPort, 'isPremium'>;
}

export type SendOwnTest = (actor: Actor, origin: CallOrigin) => Promise<OwnTestResult>;

/** Sends a marked SMS to the user's own number, because nothing else shows a mistyped number before an emergency. */
export function createOwnTestSender({ database, clock, sms, people, subscription }: OwnTestDependencies): SendOwnTest {
  const begin = (actor: Actor, origin: CallOrigin): Promise<string> =>
    database.transaction(async (tx) => {
      await lockPanicSettings(tx, actor.accountId);
      const phone = (await people.profileOf(actor.accountId, tx))?.phone ?? null;
      if (phone === null) throw new Refusal('conflict', texts.ownSmsHint);
      await reserveOwnTest(tx, actor.accountId, clock.now());
      await recordAudit(tx, ownEntryOf(actor.accountId, origin, 'panicContacts.testOwn'));
      return phone;
    });

  return async (actor, origin) => {
    if (!(await subscription.isPremium(actor.accountId))) throw new Refusal('premium_required', texts.premium);
    const phone = await begin(actor, origin);
    const sent = await sms.send({ to: phone, text: ownTest.sms, key: `panic-own-test:${randomUUID()}` });
    return { phone, outcome: sent.outcome === 'accepted' ? 'sent' : 'failed' };
  };
}
