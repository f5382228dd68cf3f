// Creates companies for tests: through the server's API, or directly in the database where a test needs many.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  answerInvitation,
  createCompany,
  getOwnCompany,
  inviteMember,
  joinCompany,
  listMembers,
  makeInvitationLink,
} from '@trace/contract/companies/companies.api';
import type { Company, CompanyDetails, Member, MemberStatus } from '@trace/contract/companies/companies.schema';
import { createSecrets } from '#platform/secrets/secrets';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Portal, SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';

let picture: Promise<Uint8Array> | undefined;

/** A small PNG, as bytes of a file. */
export function aPicture(): Promise<Uint8Array> {
  picture ??= sharp({ create: { width: 64, height: 32, channels: 3, background: '#0b4f60' } })
    .png()
    .toBuffer();
  return picture;
}

/** Sends a file as the body of a call. */
export async function sendFile(
  portal: Portal,
  path: string,
  person: SignedIn | undefined,
  file: Uint8Array,
): Promise<RawAnswer> {
  return rawCall(portal, {
    method: 'POST',
    path,
    ...(person ? { person } : {}),
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  });
}

export async function uploadLogo(portal: Portal, person: SignedIn, file?: Uint8Array): Promise<string> {
  const answer = await sendFile(portal, '/api/company-logos', person, file ?? (await aPicture()));
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.json as { logoId: string }).logoId;
}

export const someDetails: CompanyDetails = {
  name: 'Harbour Alarms',
  email: 'help@harbour.example',
  phone: null,
  website: null,
  abnAcn: null,
  address: null,
};

export async function makeCompany(
  portal: Portal,
  owner: SignedIn,
  details: Partial<CompanyDetails> = {},
): Promise<Company> {
  const logoId = await uploadLogo(portal, owner);
  return owner.api.call(createCompany, { body: { ...someDetails, ...details, logoId } });
}

export const invite = (owner: SignedIn, companyId: string, email: string): Promise<Member> =>
  owner.api.call(inviteMember, { params: { id: companyId }, body: { name: 'Somebody', email } });

/** Returns the id of an invitation, as the invited user sees the invitation. */
export async function invitationFor(person: SignedIn, companyId: string): Promise<string> {
  const { invitations } = await person.api.call(getOwnCompany, {});
  const found = invitations.find(({ company }) => company.id === companyId);
  if (found === undefined) throw new Error('there is no invitation');
  return found.id;
}

/** Invites a user who accepts. Returns the id of the membership row. */
export async function addMember(owner: SignedIn, companyId: string, person: SignedIn): Promise<string> {
  await invite(owner, companyId, person.email);
  const id = await invitationFor(person, companyId);
  await person.api.call(answerInvitation, { params: { id }, body: { status: 'accepted' } });
  return id;
}

export async function makeLink(person: SignedIn, companyId: string): Promise<string> {
  const { link } = await person.api.call(makeInvitationLink, { params: { id: companyId } });
  return tokenOf(link.url);
}

export const tokenOf = (url: string): string => new URL(url).hash.replace('#company_invite=', '');

export const join = (person: SignedIn, token: string) => person.api.call(joinCompany, { body: { token } });

/** Makes the user's last re-authentication a second too old. */
export async function ageProof(portal: Portal, person: SignedIn): Promise<void> {
  await sql`
    update session set proved_at = proved_at - interval '10 minutes 1 second' where person_id = ${person.id}`.execute(
    portal.test.database.sql,
  );
}

export interface StagedCompany {
  companyId: string;
  name: string;
  token: string;
  invitedId: string;
  employeeId: string;
  pendingId: string;
}

/**
 * Creates a company directly in the database, with an owner, an employee, an invited person, another invited address
 * and a link. Removes all earlier company data of these users.
 */
export async function stageCompany(
  portal: Portal,
  people: { owner: SignedIn; employee: SignedIn; invited: SignedIn; others: readonly SignedIn[] },
  logoId: string,
): Promise<StagedCompany> {
  const { owner, employee, invited, others } = people;
  const everybody = [owner, employee, invited, ...others].map(({ id }) => id);
  const at = portal.clock.now();
  const staged = {
    companyId: randomUUID(),
    name: 'Staged Alarms',
    token: randomBytes(32).toString('base64url'),
    invitedId: randomUUID(),
    employeeId: randomUUID(),
    pendingId: randomUUID(),
  };
  const linkId = randomUUID();
  const hash = createHash('sha256').update(staged.token).digest();
  const sealed = createSecrets(Buffer.alloc(32, 7)).seal(staged.token, `company-invitation:${linkId}`);
  await portal.test.database.transaction(async (tx) => {
    await sql`update company_logo set company_id = null, expires_at = ${at} where company_id is not null`.execute(tx);
    await sql`delete from company where owner_id = any(${everybody}::uuid[])`.execute(tx);
    await sql`delete from company_customer where person_id = any(${everybody}::uuid[])`.execute(tx);
    await sql`
      insert into company (id, owner_id, name, email, created_at, updated_at)
      values (${staged.companyId}, ${owner.id}, ${staged.name}, 'help@staged.example', ${at}, ${at})`.execute(tx);
    await sql`
      insert into company_membership (id, company_id, person_id, email, status, invited_at) values
        (${randomUUID()}, ${staged.companyId}, ${owner.id}, ${owner.email}, 'accepted', ${at}),
        (${staged.employeeId}, ${staged.companyId}, ${employee.id}, ${employee.email}, 'accepted', ${at}),
        (${staged.invitedId}, ${staged.companyId}, null, ${invited.email}, 'pending', ${at}),
        (${staged.pendingId}, ${staged.companyId}, null, 'pending@staged.example', 'pending', ${at})`.execute(tx);
    await sql`
      update company_logo set company_id = ${staged.companyId}, expires_at = null where id = ${logoId}`.execute(tx);
    await sql`
      insert into company_invitation (id, company_id, token_hash, sealed_token, made_by, made_at, ends_at)
      values (${linkId}, ${staged.companyId}, ${hash}, ${sealed}, ${owner.id}, ${at},
        ${new Date(at.getTime() + 86_400_000)})`.execute(tx);
  });
  return staged;
}

/** Status and words of a refusal. */
export const wordsOf = (given: RawAnswer): [number, string] => [given.status, refusalIn(given).message];

/** Returns the helpers that company tests share. `portal` is a function because the portal starts later. */
export const doorsOf = (portal: () => Portal) => ({
  installer: (): Promise<SignedIn> => portal().person({ role: 'installer' }),
  send: (person: SignedIn, method: string, path: string, body?: unknown): Promise<RawAnswer> =>
    rawCall(portal(), { method, path, person, ...(body === undefined ? {} : { body }) }),
});

/** Returns the email and status of each member, as listed. */
export async function statusesOf(owner: SignedIn, id: string): Promise<[string, MemberStatus][]> {
  const { members } = await owner.api.call(listMembers, { params: { id } });
  return members.map(({ email, status }) => [email, status]);
}

/** Returns the mails to an address, oldest first. */
export async function mailsTo(portal: Portal, email: string): Promise<{ subject: string; text: string }[]> {
  const mails = await portal.app.mail.listRecent(200);
  return mails.filter(({ recipient }) => recipient === email).toReversed();
}
