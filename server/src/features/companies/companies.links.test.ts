import { createHash, randomUUID } from 'node:crypto';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import {
  getInvitationLink,
  getOwnCompany,
  makeInvitationLink,
  seeInvitation,
} from '@trace/contract/companies/companies.api';
import { invitationRules, MOST_MEMBERS } from '@trace/contract/companies/companies.rules';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMember,
  doorsOf,
  invite,
  join,
  mailsTo,
  makeCompany,
  makeLink,
  tokenOf,
  wordsOf,
} from '#testing/worlds/company-world';
import { eventually } from '#testing/eventually';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';
import type { CompaniesPort } from './companies.port.ts';

let portal: Portal;
let port: CompaniesPort;
beforeAll(async () => {
  portal = await startPortal();
  port = portal.app.companies;
});
afterAll(() => portal.stop());

const { installer, send } = doorsOf(() => portal);

const see = (token: string): Promise<RawAnswer> =>
  rawCall(portal, { method: 'POST', path: '/api/companies/invitation', body: { token } });

const redeem = (person: SignedIn, token: string): Promise<RawAnswer> =>
  send(person, 'POST', '/api/companies/join', { token });

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.test.database.sql);

async function joinedMails(owner: SignedIn): Promise<string[]> {
  await portal.app.jobs.runDue();
  const mails = await mailsTo(portal, owner.email);
  return mails.flatMap(({ subject, text }) => (subject.startsWith('Someone joined') ? [text] : []));
}

test('a link shows name and logo without sign-in, and the token is stored as a hash and sealed [COMP-07] [T30]', async () => {
  const owner = await installer();
  const company = await makeCompany(portal, owner);
  const { link, hasReplaced } = await owner.api.call(makeInvitationLink, { params: { id: company.id } });
  expect(hasReplaced).toBe(false);
  expect(link.url).toMatch(new RegExp(`^${portal.url}/sign-up#company_invite=[\\w-]{43}$`));
  expect(Date.parse(link.endsAt) - Date.parse(link.madeAt)).toBe(invitationRules.lastsMs);
  expect([link.uses, link.maxUses]).toEqual([0, 50]);
  const token = tokenOf(link.url);
  const shown = await portal.stranger.call(seeInvitation, { body: { token } });
  expect(Object.keys(shown).sort()).toEqual(['hasLogo', 'logo', 'name']);
  expect([shown.name, shown.hasLogo]).toEqual([company.name, true]);
  expect(shown.logo).toMatch(/^data:image\/webp;base64,UklGR/);
  const { rows } = await sql<{ row: string; tokenHash: Buffer }>`
    select i::text as row, token_hash from company_invitation i where company_id = ${company.id}`.execute(
    portal.test.database.sql,
  );
  expect(rows[0]!.tokenHash.equals(createHash('sha256').update(token).digest())).toBe(true);
  expect(rows[0]!.row).not.toContain(token);
  const audit = await sql<{ entry: string }>`select a::text as entry from audit_log a`.execute(
    portal.test.database.sql,
  );
  expect(audit.rows.some(({ entry }) => entry.includes(token))).toBe(false);
  for (const unknown of ['', 'x', randomUUID(), `${token}x`, token.toLowerCase(), '🚨', 'x'.repeat(200)]) {
    const answer = await see(unknown);
    expect(unknown === '' ? answer.status : wordsOf(answer)).toEqual(unknown === '' ? 400 : [404, texts.linkEnded]);
  }
});

test('owner and employees read and create the link, other installers get the two-sentence refusal [COMP-07]', async () => {
  const [owner, employee, invited, other] = await Promise.all([installer(), installer(), installer(), installer()]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  await invite(owner, company.id, invited.email);
  const params = { id: company.id };
  expect(await owner.api.call(getInvitationLink, { params })).toEqual({ link: null });
  const first = await employee.api.call(makeInvitationLink, { params });
  expect(await owner.api.call(getInvitationLink, { params })).toEqual({ link: first.link });
  const refusal =
    'You are not authorized to generate invitation links for this company. Only company owners and accepted employees can generate invitation links.';
  for (const person of [invited, other])
    for (const method of ['GET', 'POST'])
      expect(wordsOf(await send(person, method, `/api/companies/${company.id}/invitation-link`))).toEqual([
        403,
        refusal,
      ]);
});

test('a new link ends the old link, also when many links are created at once [COMP-07]', async () => {
  const [owner, late] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner);
  const old = await makeLink(owner, company.id);
  const { link, hasReplaced } = await owner.api.call(makeInvitationLink, { params: { id: company.id } });
  expect(hasReplaced).toBe(true);
  expect(wordsOf(await see(old))).toEqual([404, texts.linkEnded]);
  expect(wordsOf(await redeem(late, old))).toEqual([404, texts.linkEnded]);
  const made = await Promise.all([0, 1, 2, 3, 4].map(() => makeLink(owner, company.id)));
  const works = await Promise.all([...made, tokenOf(link.url)].map(async (token) => (await see(token)).status));
  expect(works.filter((status) => status === 200)).toHaveLength(1);
  const { rows } = await sql`
    select from company_invitation where company_id = ${company.id} and ended_at is null`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(1);
  await expect(
    run(sql`
      insert into company_invitation (company_id, token_hash, sealed_token, made_by, made_at, ends_at)
      values (${company.id}, ${Buffer.alloc(32)}, '', ${owner.id}, now(), now())`),
  ).rejects.toThrow('company_invitation_active');
});

test('a link expires after 14 days [COMP-07]', async () => {
  const [owner, late] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner);
  const token = await makeLink(owner, company.id);
  const age = (interval: string) =>
    run(sql`update company_invitation set ends_at = ends_at - ${interval}::interval where company_id = ${company.id}`);
  await age('14 days -1 second');
  expect((await see(token)).status).toBe(200);
  await age('1 second');
  expect((await see(token)).status).toBe(404);
  expect(wordsOf(await redeem(late, token))).toEqual([404, texts.linkEnded]);
  expect(await owner.api.call(getInvitationLink, { params: { id: company.id } })).toEqual({ link: null });
  const { hasReplaced } = await owner.api.call(makeInvitationLink, { params: { id: company.id } });
  expect(hasReplaced).toBe(false);
});

test(
  '60 people joining at once use a link of fifty uses fifty times [COMP-07] [T30]',
  { timeout: 60_000 },
  async () => {
    const owner = await installer();
    const company = await makeCompany(portal, owner);
    const token = await makeLink(owner, company.id);
    const { invitationId } = (await port.invitedTo(token))!;
    const people = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        portal.app.auth.createAccount({
          email: `crowd-${at}@quay.example`,
          firstName: 'Crowd',
          lastName: `${at}`,
          role: at % 2 === 0 ? 'installer' : 'user',
          timeZone: 'UTC',
        }),
      ),
    );
    const outcomes = await Promise.all(
      people.map((personId, at) =>
        portal.test.database.transaction((tx) =>
          port.join(tx, { invitationId, personId, role: at % 2 === 0 ? 'installer' : 'user' }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'joined')).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === 'ended')).toHaveLength(10);
    const { rows } = await sql<{ uses: number; joined: number }>`
    select uses, (select count(*)::int from company_customer where company_id = ${company.id})
      + (select count(*)::int from company_membership where company_id = ${company.id}) - 1 as joined
    from company_invitation where id = ${invitationId}`.execute(portal.test.database.sql);
    expect(rows).toEqual([{ uses: 50, joined: 50 }]);
    expect((await see(token)).status).toBe(404);
    expect(await port.invitedTo(token)).toBeNull();
  },
);

test('a link makes an installer an employee and a user a customer, and mails the owner [AUTH-11] [COMP-07] [T30]', async () => {
  const [owner, colleague, customer] = await Promise.all([installer(), installer(), portal.person()]);
  const company = await makeCompany(portal, owner);
  const token = await makeLink(owner, company.id);
  expect(await join(colleague, token)).toEqual({ name: company.name, relation: 'member' });
  expect(await join(customer, token)).toEqual({ name: company.name, relation: 'customer' });
  expect((await colleague.api.call(getOwnCompany, {})).own).toMatchObject({ relation: 'member' });
  expect((await customer.api.call(getOwnCompany, {})).own).toMatchObject({ relation: 'customer' });
  expect(await port.companyOf(customer.id)).toMatchObject({ id: company.id, relation: 'customer' });
  expect(await port.companyOf(owner.id)).toMatchObject({ id: company.id, relation: 'owner' });
  const { link } = await owner.api.call(getInvitationLink, { params: { id: company.id } });
  expect(link?.uses).toBe(2);
  const mails = await eventually(
    () => joinedMails(owner),
    (found) => found.length === 2,
  );
  const about = (person: SignedIn) => mails.find((text) => text.includes(person.email));
  expect(about(colleague)).toContain('as an installer');
  expect(about(customer)).toContain('as a user');
  expect(about(customer)).toContain('of 50 times');
  expect(about(customer)).toContain('/installer/company?tab=invitations');
  await portal.app.jobs.runDue();
  expect(await joinedMails(owner)).toHaveLength(2);
});

test('a person signing up by a link joins with the confirmation, or not at all [AUTH-11]', async () => {
  const [owner, newcomer, driver] = await Promise.all([installer(), installer(), portal.person()]);
  const company = await makeCompany(portal, owner);
  const found = await port.invitedTo(await makeLink(owner, company.id));
  expect(found).toEqual({ invitationId: expect.any(String), companyId: company.id, name: company.name });
  const { invitationId } = found!;
  const joinAs = (person: SignedIn, role: 'user' | 'installer', breakOff = false) =>
    portal.test.database.transaction(async (tx) => {
      const outcome = await port.join(tx, { invitationId, personId: person.id, role });
      if (breakOff) throw new Error('the confirmation failed');
      return outcome;
    });
  await expect(joinAs(newcomer, 'installer', true)).rejects.toThrow('the confirmation failed');
  expect(await port.companyOf(newcomer.id)).toBeNull();
  expect(await joinAs(newcomer, 'installer')).toBe('joined');
  expect(await joinAs(newcomer, 'installer')).toBe('already_member');
  expect(await joinAs(driver, 'user')).toBe('joined');
  expect(await joinAs(driver, 'user')).toBe('already_member');
  expect(await port.companyOf(newcomer.id)).toMatchObject({ relation: 'member' });
  const { link } = await owner.api.call(getInvitationLink, { params: { id: company.id } });
  expect(link?.uses).toBe(2);
  await run(sql`insert into company_membership (company_id, email, status, invited_at)
    select ${company.id}, 'invited-' || n || '@example.com', 'pending', now() from generate_series(1, ${MOST_MEMBERS - 2}) n`);
  expect(await joinAs(await installer(), 'installer')).toBe('full');
  expect(await joinAs(await portal.person(), 'user')).toBe('joined');
  const fullLink = await makeLink(owner, company.id);
  expect(refusalIn(await redeem(await installer(), fullLink)).message).toBe(texts.tooManyMembers);
  expect(await joinAs(await installer(), 'installer')).toBe('ended');
});

test('two links used at once admit the person once and count a single use [COMP-07] [COMP-09]', async () => {
  const owners = await Promise.all([installer(), installer()]);
  const invitations = await Promise.all(
    owners.map(async (owner) => {
      const { id } = await makeCompany(portal, owner);
      return (await port.invitedTo(await makeLink(owner, id)))!.invitationId;
    }),
  );
  for (let round = 1; round <= 8; round += 1) {
    const role = round % 2 === 0 ? 'installer' : 'user';
    const { id: personId } = await portal.person({ role });
    const outcomes = await Promise.all(
      invitations.map((invitationId) =>
        portal.test.database.transaction((tx) => port.join(tx, { invitationId, personId, role })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['already_member', 'joined']);
    const { rows } = await sql<{ uses: number }>`
      select sum(uses)::int as uses from company_invitation where id = any(${invitations}::uuid[])`.execute(
      portal.test.database.sql,
    );
    expect(rows).toEqual([{ uses: round }]);
  }
});

test('a company member joins no other company, and two concurrent uses of a link count once [COMP-09]', async () => {
  const [owner, other, colleague, customer] = await Promise.all([
    installer(),
    installer(),
    installer(),
    portal.person(),
  ]);
  const [mine, theirs] = [await makeCompany(portal, owner), await makeCompany(portal, other)];
  const tokens = [await makeLink(owner, mine.id), await makeLink(other, theirs.id)];
  for (const person of [colleague, customer]) {
    const answers = await Promise.all([...tokens, ...tokens].map((token) => redeem(person, token)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    // The link of the company that the person just joined says so; the other link asks the person to leave first.
    const refused = answers.filter(({ status }) => status === 409).map((answer) => wordsOf(answer)[1]);
    expect(new Set(refused)).toEqual(new Set([texts.inThisCompany, texts.inCompany]));
  }
  expect(wordsOf(await redeem(owner, tokens[1]!))).toEqual([409, texts.inCompany]);
  const { rows } = await sql<{ uses: number }>`
    select sum(uses)::int as uses from company_invitation where company_id in (${mine.id}, ${theirs.id})`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ uses: 2 }]);
});

test('a person invited by mail and joining by the link appears once in the list [COMP-07]', async () => {
  const [owner, invited, byPort] = await Promise.all([installer(), installer(), installer()]);
  const company = await makeCompany(portal, owner);
  for (const { email } of [invited, byPort]) await invite(owner, company.id, email);
  const token = await makeLink(owner, company.id);
  await join(invited, token);
  const { invitationId } = (await port.invitedTo(token))!;
  await portal.test.database.transaction((tx) =>
    port.join(tx, { invitationId, personId: byPort.id, role: 'installer' }),
  );
  await eventually(
    () => joinedMails(owner),
    (found) => found.length === 2,
  );
  const { members } = (await send(owner, 'GET', `/api/companies/${company.id}/members`)).json as {
    members: { email: string; status: string }[];
  };
  expect(new Set(members.map(({ email, status }) => `${email} ${status}`))).toEqual(
    new Set([`${owner.email} owner`, `${invited.email} accepted`, `${byPort.email} accepted`]),
  );
  expect(members).toHaveLength(3);
});

test.each<[string, (owner: SignedIn, employee: SignedIn, companyId: string, memberId: string) => Promise<RawAnswer>]>([
  ['is removed', (owner, _employee, id, memberId) => send(owner, 'DELETE', `/api/companies/${id}/members/${memberId}`)],
  ['leaves', (_owner, employee, id) => send(employee, 'POST', `/api/companies/${id}/leave`)],
])('the link that an employee could read ends when the employee %s [COMP-05] [COMP-07] [T30]', async (_how, end) => {
  const [owner, employee, customer] = await Promise.all([installer(), installer(), portal.person()]);
  const company = await makeCompany(portal, owner);
  const memberId = await addMember(owner, company.id, employee);
  const token = await makeLink(employee, company.id);
  await join(customer, token);
  expect((await end(owner, employee, company.id, memberId)).status).toBe(200);
  expect((await redeem(employee, token)).status).toBe(404);
  expect((await employee.api.call(getOwnCompany, {})).own).toBeNull();
  expect((await owner.api.call(getInvitationLink, { params: { id: company.id } })).link).toBeNull();
  // A customer never sees the link of others.
  const next = await makeLink(owner, company.id);
  expect((await send(customer, 'POST', `/api/companies/${company.id}/leave`)).status).toBe(200);
  expect((await see(next)).status).toBe(200);
});

test('the link that an employee could read ends when the employee deletes the account [COMP-07] [SET-03] [T30]', async () => {
  const [owner, employee] = await Promise.all([installer(), installer()]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, employee);
  const token = await makeLink(owner, company.id);
  await employee.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect((await see(token)).status).toBe(404);
  expect((await owner.api.call(getInvitationLink, { params: { id: company.id } })).link).toBeNull();
});

test('deleting a company during joins by link leaves no partial membership [COMP-06] [T32]', async () => {
  const owner = await installer();
  const company = await makeCompany(portal, owner);
  const token = await makeLink(owner, company.id);
  const people = await Promise.all([installer(), installer(), portal.person(), portal.person()]);
  const [deleted, ...joined] = await Promise.all([
    send(owner, 'POST', `/api/companies/${company.id}/deletion`, { name: company.name }),
    ...people.map((person) => redeem(person, token)),
  ]);
  expect(deleted.status).toBe(200);
  for (const answer of joined) expect([200, 404]).toContain(answer.status);
  for (const person of people) expect((await person.api.call(getOwnCompany, {})).own).toBeNull();
});

test('guessing tokens runs into the rate limit [T30]', async () => {
  const statuses = [];
  for (let at = 0; at < 31; at++) statuses.push((await see(`guess-${at}`)).status);
  expect(statuses.at(-1)).toBe(429);
});
