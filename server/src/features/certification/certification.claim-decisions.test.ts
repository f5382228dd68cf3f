import { CLAIM_LIVES_MS } from '@trace/contract/certification/certification.rules';
import { certificationMails, claimPageTexts } from '@trace/contract/certification/certification.claim.texts';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { DAY_MS } from '@trace/contract/kernel/time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '#testing/newcomers';
import { startClaimsWorld, type ClaimsWorld } from '#testing/worlds/claims-world';

const { blocked, missingBecause } = certificationTexts;

let world: ClaimsWorld;
beforeAll(async () => {
  world = await startClaimsWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.forgetAttempts());

test('staff confirm a pending or expired claim, and no other account gets the certification [CERT-10]', async () => {
  const { certification } = world.newcomers.portal.app;
  const noah = await world.trained();
  const first = await world.impostor(noah);
  expect(await certification.confirm(noah.number.toLowerCase())).toEqual({ number: noah.number, email: first.email });
  expect(await world.ownOf(first)).toMatchObject({ state: 'valid', number: noah.number });
  await expect(certification.confirm(noah.number)).rejects.toMatchObject({ code: 'conflict' });
  await expect(certification.confirm('CERT-404')).rejects.toMatchObject({ code: 'not_found' });

  const late = await world.trained();
  await expect(certification.confirm(late.number)).rejects.toMatchObject({ code: 'conflict' });
  const slow = await world.impostor(late);
  world.pass(CLAIM_LIVES_MS);
  await world.settle();
  world.pass(1);
  await certification.confirm(late.number);
  await world.settle();
  expect(await world.subjectsTo(slow.email)).toContain(certificationMails.outcome.confirmed.subject);
  expect(await world.ownOf(await world.signedInAgain(slow))).toMatchObject({ state: 'valid', number: late.number });
  expect(await world.auditsOf(late)).toContain('certification.confirm');

  // A certification that ended meanwhile: the claimant is not told to go on and register.
  const revoked = await world.trained();
  const third = await world.impostor(revoked);
  await certification.revoke(revoked.number);
  await certification.confirm(revoked.number);
  await world.settle();
  expect(await world.ownOf(third)).toMatchObject({ state: 'ended', number: revoked.number });
  expect(await world.subjectsTo(third.email)).not.toContain(certificationMails.outcome.confirmed.subject);
});

test('an operator releases a certification from an account or a claim, and the certification is free again [CERT-10]', async () => {
  const { certification } = world.newcomers.portal.app;
  const noah = await world.trained();
  const holder = await world.owner(noah);
  expect(await certification.release(noah.number)).toEqual({ number: noah.number, outcome: 'released' });
  expect(await world.ownOf(holder)).toEqual({ state: 'missing', reason: 'released' });
  expect(await world.registering(holder)).toBe(`forbidden: ${blocked.missing}`);
  await world.settle();
  expect((await world.newcomers.mailsTo(holder.email)).at(-1)!.text).toContain(missingBecause.released);

  const next = await world.impostor(noah);
  expect(await certification.release(noah.number)).toEqual({ number: noah.number, outcome: 'claim_ended' });
  expect(await world.ownOf(next)).toEqual({ state: 'missing', reason: 'released' });
  await expect(certification.release(noah.number)).rejects.toMatchObject({ code: 'conflict' });
  expect((await world.auditsOf(noah)).filter((action) => action === 'certification.release')).toHaveLength(2);
});

test('a revocation ends the pending claim, its link and its wait [CERT-10] [CERT-09]', async () => {
  const { certification } = world.newcomers.portal.app;
  const noah = await world.trained();
  const claimant = await world.impostor(noah);
  const [token] = await world.tokensTo(noah.email);
  await certification.revoke(noah.number);
  expect((await certification.search(noah.number)).found).toMatchObject([{ claim: { outcome: 'released' } }]);
  expect(await world.ownOf(claimant)).toEqual({ state: 'missing', reason: 'released' });
  expect(await refusalOf(world.answer(token!, 'yes'))).toMatchObject({ code: 'gone', message: claimPageTexts.over });
  await world.settle();
  expect((await world.newcomers.mailsTo(claimant.email)).at(-1)!.text).toContain(missingBecause.released);
  expect((await world.auditsOf(noah)).slice(-2)).toEqual(['certification.revoke', 'certification.release']);
});

test('a released certification can be given back [CERT-10]', async () => {
  const { certification } = world.newcomers.portal.app;
  const noah = await world.trained();
  const holder = await world.owner(noah);
  await certification.release(noah.number);
  await certification.confirm(noah.number);
  expect(await world.ownOf(holder)).toMatchObject({ state: 'valid', number: noah.number });
});

test('a renewal goes to the account of the trainee despite the claim of an impostor [CERT-10] [CERT-09]', async () => {
  const { certification } = world.newcomers.portal.app;
  const noah = await world.trained();
  const holder = await world.owner(noah);
  world.pass(DAY_MS);
  await certification.revoke(noah.number);
  world.pass(DAY_MS);
  const renewal = `${noah.number}-NEW`;
  await certification.add({
    number: renewal,
    email: noah.email,
    fullName: `Noah ${noah.name.lastName}`,
    expiresAt: '',
  });
  const mallory = await world.impostor(noah);
  expect(await world.ownOf(mallory)).toMatchObject({ state: 'awaiting_confirmation' });
  await world.settleEndings();
  expect(await world.ownOf(await world.signedInAgain(holder))).toMatchObject({ state: 'valid', number: renewal });
  expect(await world.ownOf(mallory)).toEqual({ state: 'missing', reason: 'taken' });
});

test('staff see no claim of an account that holds another certification [CERT-08] [CERT-10]', async () => {
  const { certification } = world.newcomers.portal.app;
  const noah = await world.trained();
  const claimant = await world.impostor(noah);
  await certification.confirm(noah.number);
  await certification.revoke(noah.number);
  world.pass(DAY_MS);
  const renewal = { number: `${noah.number}-NEW`, email: noah.email, fullName: `Noah ${noah.name.lastName}` };
  await certification.add({ ...renewal, expiresAt: '' });
  await world.settleEndings();
  expect(await world.ownOf(await world.signedInAgain(claimant))).toMatchObject({
    state: 'valid',
    number: renewal.number,
  });
  const { found } = await certification.search(noah.number);
  expect(found.map(({ number, claim }) => [number, claim])).toEqual([
    [noah.number, null],
    [renewal.number, null],
  ]);
  await expect(certification.confirm(noah.number)).rejects.toMatchObject({
    message: `No account claims ${noah.number}.`,
  });
});

test('servicing ends 30 days after the account loses the certification [CERT-10] [CERT-09]', async () => {
  const { certification } = world.newcomers.portal.app;
  const noah = await world.trained();
  const holder = await world.owner(noah);
  const serial = await world.register(holder);
  await certification.release(noah.number);
  expect(await world.serialsOf(holder)).toEqual([serial]);
  world.pass(30 * DAY_MS);
  expect(await world.serialsOf(await world.signedInAgain(holder))).toEqual([]);
});
