import { randomUUID } from 'node:crypto';
import { addPasskey, startPasskey } from '@trace/contract/auth/factors/auth.passkeys.api';
import { confirmSecondFactor, startSecondFactor } from '@trace/contract/auth/factors/auth.second-factor.api';
import { refusalStatus } from '@trace/contract/kernel/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '#testing/stand-ins/authenticator-app';
import { matrix, principals } from '#testing/authz/authz.factors.matrix';
import type { FactorRow, FactorSubject, Principal } from '#testing/authz/authz.factors.matrix';
import { bannedKeys } from '#testing/authz/authz.matrix';
import { startPortal } from '#testing/portal';
import type { Portal, SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import type { RawAnswer } from '#testing/raw-call';
import { softwarePasskey } from '#testing/stand-ins/software-passkey';

/** Longer than a proof counts as fresh. */
const AFTER_STEP_UP_MS = 11 * 60_000;

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

async function subjectFor(person: SignedIn, needs: FactorRow['needs']): Promise<FactorSubject> {
  const subject: FactorSubject = { code: '000000', passkeyId: randomUUID(), answer: null };
  if (needs === 'pendingKey' || needs === 'secondFactor') {
    const { key } = await person.api.call(startSecondFactor, {});
    subject.code = codeAt(key, portal.clock.now());
    if (needs === 'secondFactor') await person.api.call(confirmSecondFactor, { body: { code: subject.code } });
  }
  if (needs === 'passkeyQuestion' || needs === 'passkey') {
    const { options } = await person.api.call(startPasskey, {});
    const answer = softwarePasskey(portal.url.replace('127.0.0.1', 'localhost')).create(options);
    subject.answer = answer;
    if (needs === 'passkey') {
      const { passkey } = await person.api.call(addPasskey, { body: { name: 'Phone', answer } });
      subject.passkeyId = passkey.id;
    }
  }
  return subject;
}

function call({ endpoint, call: callOf }: FactorRow, subject: FactorSubject, person?: SignedIn): Promise<RawAnswer> {
  const { params = {}, body } = callOf(subject);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  return rawCall(portal, {
    method: endpoint.method,
    path,
    ...(person && { person }),
    ...(body === undefined ? {} : { body }),
  });
}

async function written(answer: RawAnswer): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where request_id = ${answer.headers.get('x-request-id')}`.execute(
    portal.test.database.sql,
  );
  return rows.map(({ action }) => action);
}

const isForAnybody = ({ endpoint }: FactorRow): boolean => endpoint.who === 'anybody';
const cells = matrix.flatMap((row) =>
  principals
    .filter((principal) => principal === 'AN' || !isForAnybody(row))
    .map((principal) => ({ row, principal, name: row.endpoint.name })),
);

test.each(cells)(
  '$principal calling $name gets the answer in the matrix [GUARD-07] [AUTH-15]',
  async ({ row, principal }) => {
    const person = await personFor(principal);
    const subject = await subjectFor(person, row.needs);
    const answer = await call(row, subject, principal === 'AN' ? undefined : person);
    const code = answer.status === 200 ? null : refusalIn(answer).code;
    expect({ status: answer.status, code, written: await written(answer) }).toEqual(expectedOf(row, principal));
    expect(keysOf(answer.json).filter((key) => bannedKeys.some((banned) => banned.test(key)))).toEqual([]);
  },
);

/** Law 3: an allowed write leaves one audit row. An unauthenticated caller cannot fill the log. */
function expectedOf({ stranger, audit }: FactorRow, principal: Principal) {
  if (principal === 'AN' && stranger !== 'allowed') {
    return { status: refusalStatus[stranger], code: stranger, written: [] };
  }
  return { status: 200, code: null, written: audit === undefined ? [] : [audit] };
}

/** Creates the principal's user. For an unauthenticated caller: the user whose resources the call targets. */
const personFor = (principal: Principal): Promise<SignedIn> =>
  portal.person(principal === 'AN' ? {} : { role: principal });

test.each(matrix.filter(({ needs }) => needs === 'passkey'))(
  'a passkey of another user is answered like a missing passkey: $endpoint.name [GUARD-07]',
  async (row) => {
    const [owner, other] = [await portal.person(), await portal.person()];
    const subject = await subjectFor(owner, 'passkey');
    const theirs = await call(row, subject, other);
    const nobodys = await call(row, { ...subject, passkeyId: randomUUID() }, other);
    const withoutId = ({ text }: RawAnswer): string => text.replace(/"requestId":"[^"]+"/, '');
    expect(refusalIn(theirs).code).toBe('not_found');
    expect(withoutId(theirs)).toBe(withoutId(nobodys));
  },
);

test('changes to sign-in factors require a recent re-authentication [AUTH-17]', async () => {
  const person = await portal.person();
  const subject = await subjectFor(person, 'passkey');
  portal.clock.set(new Date(portal.clock.now().getTime() + AFTER_STEP_UP_MS));
  const refused: string[] = [];
  for (const row of matrix.filter((each) => !isForAnybody(each))) {
    const answer = await call(row, subject, person);
    if (answer.status === 403 && refusalIn(answer).code === 'proof_required') refused.push(row.endpoint.name);
  }
  expect(refused).toEqual([
    'auth.startSecondFactor',
    'auth.confirmSecondFactor',
    'auth.renewRecoveryCodes',
    'auth.turnOffSecondFactor',
    'auth.startPasskey',
    'auth.addPasskey',
    'auth.removePasskey',
  ]);
});

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysOf)];
}
