import { panicContactRules as rules } from '@trace/contract/panic-contacts/panic-contacts.rules';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { insertMessage, listMessageTimes, lockAddress, type MessageKind } from './panic-contacts.limits.store.ts';

interface Limit {
  readonly accountId: string | null;
  readonly kind: MessageKind;
  readonly subject: Uint8Array | null;
  readonly most: number;
  readonly windowMs: number;
  readonly words: string;
}

/** Refuses when `most` messages of this kind fall into the window that ends at `at`. */
async function requireRoom(tx: Executor, { most, windowMs, words, ...of }: Limit, at: Date): Promise<void> {
  const times = await listMessageTimes(tx, { ...of, after: new Date(at.getTime() - windowMs), limit: most });
  const oldest = times[most - 1];
  if (oldest === undefined) return;
  const retryAfterSec = Math.max(1, Math.ceil((oldest.getTime() + windowMs - at.getTime()) / 1_000));
  throw new Refusal('too_many_requests', words, { retryAfterSec });
}

/** Counts an invitation to an address, or refuses it. The caller has locked the user's settings. */
export async function reserveInvitation(
  tx: Executor,
  { accountId, subject }: { accountId: string; subject: Uint8Array },
  at: Date,
): Promise<void> {
  const window = { kind: 'invitation', windowMs: rules.windowMs } as const;
  await lockAddress(tx, subject);
  const refusals = { accountId, subject, kind: 'refusal', after: new Date(at.getTime() - rules.refusalMs) } as const;
  if ((await listMessageTimes(tx, { ...refusals, limit: 1 })).length > 0)
    throw new Refusal('conflict', texts.refusedBefore);
  const perUser = { accountId, subject: null, most: rules.invitationsPerUser, words: texts.tooManyForUser };
  const perAddress = { accountId: null, subject, most: rules.invitationsPerAddress, words: texts.tooManyForAddress };
  await requireRoom(tx, { ...window, ...perUser }, at);
  await requireRoom(tx, { ...window, ...perAddress }, at);
  await insertMessage(tx, { accountId, kind: 'invitation', subject }, at);
}

/** Counts a test to a contact, or refuses it. The caller has locked the user's settings. */
export async function reserveTest(
  tx: Executor,
  { accountId, contactId }: { accountId: string; contactId: string },
  at: Date,
): Promise<void> {
  await reserveTestTo(tx, { accountId, subject: Buffer.from(contactId), words: texts.testLimit }, at);
}

/** Counts a test to the user's own number, or refuses the test. Another number does not start the count again. */
export async function reserveOwnTest(tx: Executor, accountId: string, at: Date): Promise<void> {
  await reserveTestTo(tx, { accountId, subject: Buffer.from('own'), words: texts.ownTestLimit }, at);
}

async function reserveTestTo(
  tx: Executor,
  test: Pick<Limit, 'words'> & { accountId: string; subject: Uint8Array },
  at: Date,
): Promise<void> {
  const { testsPerWindow: most, testWindowMs: windowMs } = rules;
  await requireRoom(tx, { ...test, kind: 'test', most, windowMs }, at);
  await insertMessage(tx, { accountId: test.accountId, kind: 'test', subject: test.subject }, at);
}
