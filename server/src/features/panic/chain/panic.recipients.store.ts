import type { AddressKind } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { PanicChannel, PanicRole } from '@trace/contract/panic/panic.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface RecipientRow {
  readonly id: string;
  readonly incidentId: string;
  readonly role: PanicRole;
  readonly accountId: string | null;
  readonly contactId: string | null;
  readonly wearerId: string | null;
  readonly name: string;
  readonly rank: number | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly channels: readonly PanicChannel[];
  readonly dueAt: Date;
  readonly notifiedAt: Date | null;
  readonly seenAt: Date | null;
}

export type NewRecipient = Omit<RecipientRow, 'notifiedAt' | 'seenAt'> & { readonly linkHash: Buffer | null };

const columns = sql`id, incident_id, role, account_id, contact_id, wearer_id, name, rank, email, phone, channels, due_at,
  notified_at, seen_at`;

/** Stores recipients. A person who is in the chain already keeps the earlier place. */
export async function insertRecipients(tx: Executor, recipients: readonly NewRecipient[]): Promise<void> {
  if (recipients.length === 0) return;
  // Channels are arrays of different lengths, which `unnest` cannot take apart by row.
  const rows = recipients.map(({ linkHash, ...row }) => ({ ...row, linkHash: linkHash?.toString('hex') ?? null }));
  await sql`
    /* prepared: new recipients of an incident */ insert into panic_recipient (id, incident_id, role, account_id, contact_id, wearer_id, name, rank, email, phone,
      channels, due_at, link_hash)
    select id, "incidentId", role, "accountId", "contactId", "wearerId", name, rank, email, phone, channels, "dueAt",
      decode("linkHash", 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, "incidentId" uuid, role text,
      "accountId" uuid, "contactId" uuid, "wearerId" uuid, name text, rank int, email text, phone text, channels text[],
      "dueAt" timestamptz, "linkHash" text)
    on conflict do nothing`.execute(tx);
}

/** The recipients of an incident in the order of their turns. */
export async function listRecipients(executor: Executor, incidentId: string): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    /* prepared: recipients of an incident */ select ${columns} from panic_recipient where incident_id = ${incidentId}
    order by due_at, case role when 'wearer' then 0 when 'contact' then 1 when 'company' then 2 else 3 end, rank, name,
      id`.execute(executor);
  return rows;
}

export async function findRecipient(executor: Executor, id: string): Promise<RecipientRow | null> {
  const { rows } =
    await sql<RecipientRow>`/* prepared: recipient of an incident */ select ${columns} from panic_recipient where id = ${id}`.execute(
      executor,
    );
  return rows[0] ?? null;
}

/** The recipient of a contact's link. */
export async function findRecipientByLink(executor: Executor, linkHash: Buffer): Promise<RecipientRow | null> {
  const { rows } = await sql<RecipientRow>`
    select ${columns} from panic_recipient where link_hash = ${linkHash}`.execute(executor);
  return rows[0] ?? null;
}

/** The places of a staff member or of a contact in an incident. */
export async function listRecipientsOf(
  executor: Executor,
  incidentId: string,
  role: 'support' | 'contact',
  id: string,
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select ${columns} from panic_recipient
    where incident_id = ${incidentId} and role = ${role} and coalesce(contact_id, account_id) = ${id}`.execute(
    executor,
  );
  return rows;
}

/** Ends the messages to recipients. A recipient whose turn has not come leaves the chain. */
export async function withdrawRecipients(tx: Executor, ids: readonly string[]): Promise<void> {
  await sql`delete from panic_recipient where id = any(${[...ids]}::uuid[]) and notified_at is null`.execute(tx);
  await sql`update panic_recipient set channels = '{}' where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Leaves the portal as the only channel of the wearers of an incident. Returns their ids. */
export async function updateSilenced(tx: Executor, incidentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update panic_recipient set channels = '{portal}' where incident_id = ${incidentId} and role = 'wearer'
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends the messages to a staff member or a contact in all incidents since a time, closed ones included. */
export async function withdrawRecipientsOf(
  tx: Executor,
  role: 'support' | 'contact',
  id: string,
  openedAfter: Date,
): Promise<void> {
  await sql`
    update panic_recipient r set channels = '{}' from panic_incident i
    where i.id = r.incident_id and i.opened_at > ${openedAfter} and r.role = ${role}
      and coalesce(r.contact_id, r.account_id) = ${id}`.execute(tx);
}

/**
 * Ends the links and messages by one address of a contact in the incidents since a time, closed ones included. The
 * account of an email address leaves the open ones. A contact whose turn has not come leaves the chain when no channel
 * remains.
 */
export async function removeAddressOf(
  tx: Executor,
  contactId: string,
  kind: AddressKind,
  openedAfter: Date,
): Promise<void> {
  const ended =
    kind === 'phone'
      ? sql`phone = null, link_hash = null, channels = array_remove(r.channels, 'sms')`
      : sql`email = null, account_id = case when i.closed_at is null then null else r.account_id end,
          channels = case when 'sms' = any(r.channels) then array['sms'] else '{}' end`;
  await sql`
    update panic_recipient r set ${ended} from panic_incident i
    where i.id = r.incident_id and i.opened_at > ${openedAfter} and r.contact_id = ${contactId}`.execute(tx);
  await sql`
    delete from panic_recipient r using panic_incident i
    where i.id = r.incident_id and i.opened_at > ${openedAfter} and r.contact_id = ${contactId}
      and r.channels = '{}' and r.notified_at is null`.execute(tx);
}

/** The place of an account in an incident, or null. */
export async function findRecipientOf(
  executor: Executor,
  incidentId: string,
  accountId: string,
): Promise<RecipientRow | null> {
  const { rows } = await sql<RecipientRow>`
    select ${columns} from panic_recipient where incident_id = ${incidentId} and account_id = ${accountId}
    order by due_at limit 1`.execute(executor);
  return rows[0] ?? null;
}

/** Marks recipients as notified whose turn has come. Returns them. */
export async function takeDueRecipients(tx: Executor, incidentId: string, now: Date): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    /* prepared: due recipients of an incident */ update panic_recipient set notified_at = ${now}
    where incident_id = ${incidentId} and notified_at is null and due_at <= ${now} returning ${columns}`.execute(tx);
  return rows;
}

/** Marks recipients as notified who get a message before their turn. */
export async function markNotified(tx: Executor, recipients: readonly RecipientRow[], at: Date): Promise<void> {
  const ids = recipients.map(({ id }) => id);
  await sql`
    update panic_recipient set notified_at = ${at} where id = any(${ids}::uuid[]) and notified_at is null`.execute(tx);
}

/** Returns false when the person had seen the incident before. */
export async function updateSeen(tx: Executor, recipientId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update panic_recipient set seen_at = ${at} where id = ${recipientId} and seen_at is null returning 1`.execute(tx);
  return rows.length > 0;
}
