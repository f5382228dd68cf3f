import { randomUUID } from 'node:crypto';
import { getOwnCompany } from '@trace/contract/companies/companies.api';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { uploadLogo } from '#testing/worlds/company-world';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const create = (person: SignedIn | undefined, body: object) =>
  rawCall(portal, { method: 'POST', path: '/functions/v1/create-company', body, ...(person && { person }) });
const details = { name: 'Harbour Alarms', email: 'help@harbour.example' };
const logoOf = async (person: SignedIn) => `/api/company-logos/${await uploadLogo(portal, person)}`;

test('create-company creates the company of the signed-in installer and answers with its row [FN-01] [COMP-01]', async () => {
  const owner = await portal.person({ role: 'installer' });
  const logo_url = await logoOf(owner);
  const all = {
    ...details,
    phone: '+61 2 5550 1234',
    website: '',
    abn_acn: '51 824 753 556',
    address: '12 Wharf Road',
  };
  const identity = { created_by: owner.email.toUpperCase(), created_by_uid: owner.id };
  const { status, json } = await create(owner, { ...all, ...identity, logo_url });
  expect(status).toBe(200);
  expect(json).toEqual({
    ...all,
    id: expect.any(String) as string,
    website: null,
    abn_acn: '51824753556',
    logo_url,
    created_by: owner.email,
    created_by_uid: owner.id,
    created_at: expect.any(String) as string,
  });
  const { own } = await owner.api.call(getOwnCompany, {});
  expect(own).toMatchObject({ relation: 'owner', company: { id: (json as { id: string }).id, name: details.name } });
  // A second company is refused as in the form.
  const again = await create(owner, { ...details, logo_url: await logoOf(owner) });
  expect(refusalIn(again)).toMatchObject({ code: 'conflict', message: texts.inCompany });
});

test('create-company accepts a logo on this server only, and only the own upload [FN-01] [T20]', async () => {
  const [owner, stranger] = await Promise.all([
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
  ]);
  const own = await logoOf(owner);
  const elsewhere = { code: 'invalid_input', field: 'body.logo_url', message: texts.logoElsewhere };
  for (const logo_url of [
    `https://evil.example${own}`,
    'https://evil.example/logo.png',
    `${own}/..`,
    'file:///etc/passwd',
  ])
    expect({ logo_url, ...refusalIn(await create(owner, { ...details, logo_url })) }).toMatchObject(elsewhere);
  expect(refusalIn(await create(owner, details))).toMatchObject({ code: 'invalid_input', message: texts.logoRequired });
  const theirs = await create(owner, { ...details, logo_url: await logoOf(stranger) });
  expect(refusalIn(theirs)).toMatchObject({ code: 'gone', message: texts.logoGone });
  expect((await create(owner, { ...details, logo_url: `${portal.url}${own}` })).status).toBe(200);
});

test.each([
  ['the email of another person', { created_by: 'mia@example.com' }, 'forbidden', 'body.created_by'],
  ['the id of another person', { created_by_uid: randomUUID() }, 'forbidden', 'body.created_by_uid'],
  ['a field that is not known', { owner: 'me' }, 'invalid_input', 'body.owner'],
  ['an ABN with a typing error', { abn_acn: '51 824 753 557' }, 'invalid_input', 'body.abn_acn'],
  ['a name of the wrong type', { name: 7 }, 'invalid_input', 'body.name'],
])('create-company refuses %s [FN-01] [FN-02]', async (_what, change, code, field) => {
  const owner = await portal.person({ role: 'installer' });
  const answer = await create(owner, { ...details, logo_url: await logoOf(owner), ...change });
  expect(refusalIn(answer)).toMatchObject({ code, field });
  expect((await owner.api.call(getOwnCompany, {})).own).toBeNull();
});

test('create-company is for signed-in installers [FN-01] [T06]', async () => {
  const logo_url = `/api/company-logos/${randomUUID()}`;
  expect(refusalIn(await create(undefined, { ...details, logo_url })).code).toBe('unauthenticated');
  expect(refusalIn(await create(await portal.person(), { ...details, logo_url })).code).toBe('forbidden');
});
