// Each successful change leaves exactly 1 audit entry (invariant I-22). A creation that is repeated with the same id is one
// change: its calls leave 1 entry together.
import type { Exchange } from '@trace/equipment/fuzz/fuzzer';
import { lookInto } from './checker.ts';

/** Operations of users, installers and staff whose repeats are changes, too. */
const AUDITED: ReadonlySet<string> = new Set([
  ...['accounts.changeEmail', 'accounts.changePassword', 'accounts.updateProfile'],
  ...['alerts.saveSettings', 'alerts.test', 'analytics.update', 'analytics.updateFunction'],
  ...['auth.endOtherSessions', 'auth.endSession', 'auth.requestReset', 'auth.startSecondFactor'],
  ...['certification.add', 'deviceCommands.send', 'devices.endAssignment', 'devices.remove', 'devices.rename'],
  ...['devices.revokeCertificate', 'firmware.makeToken', 'firmware.setChannel', 'notifications.create'],
  ...['panic.startDrill', 'panicContacts.order', 'panicContacts.settings', 'phones.add', 'phones.renewSecret'],
  ...['recentUpdates.create', 'registry.labels', 'retention.restore', 'supportStaff.passwordReset'],
  ...['tickets.create', 'tickets.createAsStaff', 'tickets.generateNumberFunction', 'tickets.uploadAttachment'],
  ...['tracking.start'],
]);
/** Callers may choose the id, so a call may repeat an earlier one. */
const REPEATABLE: ReadonlySet<string> = new Set([
  ...['deviceCommands.send', 'notifications.create', 'tickets.create', 'tickets.createAsStaff'],
]);
const COUNT_ENTRIES = `
  select request_id as "requestId", count(*)::int as count from audit_log where request_id = any($1) group by 1`;

interface AuditVerdict {
  /** Operations of which a change succeeded. */
  readonly operations: number;
  readonly changes: number;
  /** Changes that have no entry or several. */
  readonly wrong: number;
  readonly problems: string[];
}

export type AuditChecker = ReturnType<typeof createAuditChecker>;

interface Change {
  readonly operation: string;
  readonly requestIds: string[];
}

/** Remembers the changes that succeeded. Compares these changes with the audit log. */
export function createAuditChecker() {
  const changes = new Map<string, Change>();
  return {
    note: ({ operation, request, answer }: Exchange): void => {
      const requestId = answer.headers['x-request-id'];
      if (answer.status >= 300 || !AUDITED.has(operation.id) || typeof requestId !== 'string') return;
      if (isEndOfLive(request)) return;
      const created = REPEATABLE.has(operation.id) ? createdId(answer.text) : null;
      const key = created === null ? requestId : `${operation.id} ${created}`;
      const { requestIds } = changes.get(key) ?? { requestIds: [] };
      changes.set(key, { operation: operation.id, requestIds: [...requestIds, requestId] });
    },
    check: async (databaseUrl: string): Promise<AuditVerdict> => {
      const all = [...changes.values()];
      const counts = await countEntries(
        databaseUrl,
        all.flatMap(({ requestIds }) => requestIds),
      );
      const entriesOf = ({ requestIds }: Change): number =>
        requestIds.reduce((sum, requestId) => sum + (counts.get(requestId) ?? 0), 0);
      const wrong = all.filter((change) => entriesOf(change) !== 1);
      const problems = wrong.map((change) => `a change by ${change.operation} left ${entriesOf(change)} audit entries`);
      return {
        operations: new Set(all.map(({ operation }) => operation)).size,
        changes: all.length,
        wrong: wrong.length,
        problems: [...new Set(problems)],
      };
    },
  };
}

/** The function for commands also ends a live view. It answers the same, without an entry, when the caller has none. */
const isEndOfLive = ({ body }: Exchange['request']): boolean => String(body).includes('"disableLiveGps"');

/** Returns null for a live view, which a function begins without a command. */
function createdId(text: string): string | null {
  const created = JSON.parse(text) as { id: string } | { requestId: string | null };
  return 'id' in created ? created.id : created.requestId;
}

async function countEntries(databaseUrl: string, requestIds: readonly string[]): Promise<Map<string, number>> {
  return lookInto(databaseUrl, async (client) => {
    const { rows } = await client.query<{ requestId: string; count: number }>(COUNT_ENTRIES, [requestIds]);
    return new Map(rows.map(({ requestId, count }) => [requestId, count]));
  });
}
