import { addDays, dayIn, dayStart } from '@trace/contract/kernel/calendar';
import { getSubscription } from '@trace/contract/subscription/subscription.api';
import { giveGift } from '@trace/contract/subscription/subscription.gift.api';
import { giftTexts as texts } from '@trace/contract/subscription/subscription.gift.texts';
import { GIFT_LONGEST_DAYS } from '@trace/contract/subscription/subscription.rules';
import { getDeskPerson } from '@trace/contract/support-desk/support-desk.people.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';

let portal: Portal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.person({ role: 'staff', admin: true });
});
afterAll(() => portal.stop());

const give = async (to: SignedIn, lastDay: string | null, by = admin) => {
  const answer = await rawCall(portal, {
    ...{ method: 'PUT', path: giveGift.path.replace('{id}', to.id), person: by, body: { lastDay } },
  });
  return answer.status === 200 ? answer.json : [answer.status, refusalIn(answer).message];
};
const pageOf = ({ id }: SignedIn) => admin.api.call(getDeskPerson, { params: { id } });

test('an admin gives premium until the end of a day of the person, and ends the gift [SUB-01] [A-924]', async () => {
  const user = await portal.person();
  const { timeZone } = await pageOf(user);
  const lastDay = addDays(dayIn(timeZone, portal.clock.now()), 2);
  const until = new Date(dayStart(timeZone, addDays(lastDay, 1)).getTime() - 1).toISOString();
  expect(await give(user, lastDay)).toEqual({ until });
  expect(await user.api.call(getSubscription, {})).toMatchObject({ subscribed: true, endsAt: until, renews: false });
  expect(await pageOf(user)).toMatchObject({ isPremium: true, giftUntil: until });
  expect(await give(user, null)).toEqual({ until: null });
  expect(await user.api.call(getSubscription, {})).toMatchObject({ subscribed: false });
  expect(await pageOf(user)).toMatchObject({ isPremium: false, giftUntil: null });
  await portal.app.jobs.runDue();
  const mails = await portal.app.mail.listRecent(20);
  expect(mails.filter(({ recipient }) => recipient === user.email).map(({ subject }) => subject)).toContain(
    'Your premium plan has ended',
  );
  const { rows } = await sql<{ actorId: string; details: object }>`
    select actor_id, details from audit_log where action = 'subscription.giveGift' and subject_id = ${user.id}
    order by id`.execute(portal.test.database.sql);
  expect(rows).toMatchObject([{ actorId: admin.id, details: { until } }, { actorId: admin.id }]);
});

test('a gift needs a possible day, a user or an installer, and the admin flag [SUB-01] [A-924]', async () => {
  const [user, staff] = await Promise.all([portal.person(), portal.person({ role: 'staff', admin: false })]);
  const { timeZone } = await pageOf(user);
  const today = dayIn(timeZone, portal.clock.now());
  for (const day of [addDays(today, -1), addDays(today, GIFT_LONGEST_DAYS + 1), '9999-12-31'])
    expect(await give(user, day)).toEqual([400, texts.lastDayWrong]);
  expect(await give(user, null)).toEqual([409, texts.noGift]);
  expect(await give(staff, today)).toEqual([404, texts.noPerson]);
  expect(await give(user, today, staff)).toEqual([403, expect.any(String) as string]);
  // The page of the person offers the gift only to staff who may give it.
  expect(await pageOf(user)).toMatchObject({ mayGivePremium: true });
  expect(await staff.api.call(getDeskPerson, { params: { id: user.id } })).toMatchObject({ mayGivePremium: false });
  expect(await user.api.call(getSubscription, {})).toMatchObject({ subscribed: false });
});
