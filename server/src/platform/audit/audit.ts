// The audit log: every change and every refusal, with actor and details. Append-only, which also protects against our
// own mistakes.
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface AuditEntry {
  /** Null for the server itself, or for a caller without a session. */
  readonly actorId: string | null;
  /** `<feature>.<verb>`, as endpoints are named. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string | null };
  /** No secret and no position: the log is read by staff and kept for long. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly address: string | null;
}

/** The request behind an entry. */
export interface AuditOrigin {
  readonly requestId: string;
  readonly address: string;
}

/** The cause of an entry: a person's request, the server itself, or the operator's console. */
export type AuditSource = Pick<AuditEntry, 'actorId' | 'requestId' | 'address'>;

/** The console belongs to the operator and has no signed-in person. */
export const consoleSource: AuditSource = { actorId: null, requestId: null, address: null };

/** The signed-in person and the request. */
export const sourceOf = ({ accountId }: { accountId: string }, { requestId, address }: AuditOrigin): AuditSource => ({
  actorId: accountId,
  requestId,
  address,
});

/** Describes an action of a person. Details contain only ids, because the log outlives accounts and addresses. */
export function entryOf(
  actorId: string | null,
  { requestId, address }: AuditOrigin,
  action: string,
  subject: AuditEntry['subject'],
  details: AuditEntry['details'] = {},
): AuditEntry {
  return { actorId, action, subject, details, requestId, address };
}

/** Describes an action of a person on the person's own account. */
export const ownEntryOf = (accountId: string, origin: AuditOrigin, action: string): AuditEntry =>
  entryOf(accountId, origin, action, { type: 'account', id: accountId });

interface EndpointCall {
  readonly actorId: string | null;
  /** The name of the endpoint, such as `devices.rename`. */
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly address: string;
}

export interface DeniedCall extends EndpointCall {
  readonly status: number;
  readonly code: string;
}

export interface ReadCall extends EndpointCall {
  readonly query: Readonly<Record<string, unknown>>;
}

/** The stored length of each parameter is limited, because callers can write anything into parameters. */
const PARAM_MAX_LENGTH = 100;

/** Writes one entry in the caller's transaction, so the entry is stored only if the change is committed. */
export async function recordAudit(executor: Executor, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (actor_id, action, subject_type, subject_id, details, request_id, ip_address)
    values (${entry.actorId}, ${entry.action}, ${entry.subject.type}, ${entry.subject.id},
      ${JSON.stringify(entry.details)}::jsonb, ${entry.requestId}, ${entry.address})`.execute(executor);
}

/** Writes many entries in one statement, one row each, otherwise like `recordAudit`. */
export async function recordAudits(executor: Executor, entries: readonly AuditEntry[]): Promise<void> {
  const of = <Value>(read: (entry: AuditEntry) => Value): Value[] => entries.map(read);
  await sql`
    insert into audit_log (actor_id, action, subject_type, subject_id, details, request_id, ip_address)
    select * from unnest(${of(({ actorId }) => actorId)}::uuid[], ${of(({ action }) => action)}::text[],
      ${of(({ subject }) => subject.type)}::text[], ${of(({ subject }) => subject.id)}::text[],
      ${of(({ details }) => JSON.stringify(details))}::jsonb[], ${of(({ requestId }) => requestId)}::text[],
      ${of(({ address }) => address)}::text[])`.execute(executor);
}

/** Records a refused call (`authz_denied`). */
export async function recordDenied(executor: Executor, denied: DeniedCall): Promise<void> {
  const { actorId, endpoint, status, code, requestId, address } = denied;
  await recordAudit(executor, {
    actorId,
    action: 'authz_denied',
    subject: { type: 'endpoint', id: endpoint },
    details: { params: cut(denied.params), status, code },
    requestId,
    address,
  });
}

/**
 * Records that staff read personal data (SUPL-06). The subject is what the path names: of `devices.read` with a serial
 * number, that device.
 */
export async function recordRead(executor: Executor, read: ReadCall): Promise<void> {
  const { actorId, endpoint, requestId, address } = read;
  const [params, query] = [cut(read.params), cut(withoutSearch(read.query))];
  const [type = endpoint] = endpoint.split('.');
  await recordAudit(executor, {
    actorId,
    action: endpoint,
    subject: { type, id: Object.values(params)[0] ?? null },
    details: { ...(Object.keys(params).length > 1 && { params }), ...(Object.keys(query).length > 0 && { query }) },
    requestId,
    address,
  });
}

/**
 * Keeps ids and filters, and drops the size of the page. What staff typed into a search can be the address of a person, which must not outlive the
 * account.
 */
const withoutSearch = ({ search, limit: _size, ...query }: ReadCall['query']): ReadCall['query'] =>
  typeof search === 'string' && search !== '' ? { ...query, search: `${search.length} characters` } : query;

const cut = (parameters: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value).slice(0, PARAM_MAX_LENGTH)]),
  );
