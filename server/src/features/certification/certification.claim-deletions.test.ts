import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { confirmCertification, releaseCertification } from '@trace/contract/certification/certification.staff.api';
import { claimLimit } from '@trace/contract/certification/certification.rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '#testing/newcomers';
import { startClaimsWorld, type ClaimsWorld } from '#testing/worlds/claims-world';

let world: ClaimsWorld;
beforeAll(async () => {
  world = await startClaimsWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.forgetAttempts());

const required = { message: signUpTexts.certificationRequired };

test('a certification is claimed three times in 30 days, also by accounts that are deleted [CERT-10]', async () => {
  const noah = await world.trained();
  for (let claims = 0; claims < claimLimit.claims; claims += 1) {
    const mallory = await world.impostor(noah);
    await mallory.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  }
  const { rows } = await sql`
    select person_id, claimant_email, token_hash, outcome from certification_claim
    where certification_id = (select id from certification where number = ${noah.number})`.execute(
    world.newcomers.portal.test.database.sql,
  );
  const forgotten = { personId: null, claimantEmail: null, tokenHash: null, outcome: 'withdrawn' };
  expect(rows).toEqual(Array.from({ length: claimLimit.claims }, () => forgotten));
  expect(await refusalOf(world.begin(world.newcomers.newEmail(), noah.name))).toMatchObject(required);
  expect(await world.ownOf(await world.owner(noah))).toMatchObject({ state: 'valid' });
  world.pass(claimLimit.windowMs);
  await world.settle();
  const left = await sql`select from certification_claim where person_id is null`.execute(
    world.newcomers.portal.test.database.sql,
  );
  expect(left.rows).toEqual([]);
});

test('a yes and the deletion of the account at once end without a failure [CERT-10 SET-03]', async () => {
  for (let round = 0; round < 8; round += 1) {
    const noah = await world.trained();
    const claimant = await world.impostor(noah);
    const [token] = await world.tokensTo(noah.email);
    const [answered] = await Promise.all([
      refusalOf(world.answer(token!, 'yes')),
      claimant.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } }),
    ]);
    expect([undefined, 'gone']).toContain(answered?.code);
    expect(await world.ownOf(await world.owner(noah))).toMatchObject({ state: 'valid', number: noah.number });
  }
});

test('a confirmation by staff and the deletion of the account at once end without a failure [CERT-10 SET-03]', async () => {
  const staff = await world.newcomers.portal.person({ role: 'staff' });
  for (let round = 0; round < 8; round += 1) {
    const noah = await world.trained();
    const claimant = await world.impostor(noah);
    const [confirmed] = await Promise.all([
      refusalOf(staff.api.call(confirmCertification, { body: { number: noah.number } })),
      claimant.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } }),
    ]);
    expect([undefined, 'conflict']).toContain(confirmed?.code);
    expect(await world.ownOf(await world.owner(noah))).toMatchObject({ state: 'valid', number: noah.number });
  }
});

test('a release by staff and the deletion of the account at once end without a failure [CERT-10 SET-03]', async () => {
  const staff = await world.newcomers.portal.person({ role: 'staff' });
  for (let round = 0; round < 10; round += 1) {
    const noah = await world.trained();
    const holder = await world.owner(noah);
    const [released] = await Promise.all([
      refusalOf(staff.api.call(releaseCertification, { body: { number: noah.number } })),
      holder.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } }),
    ]);
    expect([undefined, 'conflict']).toContain(released?.code);
  }
});

test('the download of a claimant holds the claim without the number of the certification [CERT-10 SET-03]', async () => {
  const noah = await world.trained();
  const claimant = await world.impostor(noah);
  const data = await claimant.api.call(downloadData, {});
  expect(data['certification']).toMatchObject({ claim: { matchedBy: 'name', outcome: null } });
  expect(JSON.stringify(data['certification'])).not.toContain(noah.number);
});
