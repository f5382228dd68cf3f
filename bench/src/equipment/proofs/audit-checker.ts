// Each successful change leaves exactly 1 audit entry (invariant I-22).
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

/** Remembers the changes that succeeded. Compares these changes with the audit log. */
export function createAuditChecker() {
  const changes = new Map<string, string>();
  return {
    note: ({ operation, answer }: Exchange): void => {
      const requestId = answer.headers['x-request-id'];
      if (answer.status < 300 && AUDITED.has(operation.id) && typeof requestId === 'string')
        changes.set(requestId, operation.id);
    },
    check: async (databaseUrl: string): Promise<AuditVerdict> => {
      const counts = await lookInto(databaseUrl, async (client) => {
        const { rows } = await client.query<{ requestId: string; count: number }>(COUNT_ENTRIES, [[...changes.keys()]]);
        return new Map(rows.map(({ requestId, count }) => [requestId, count]));
      });
      const wrong = [...changes].filter(([requestId]) => counts.get(requestId) !== 1);
      const problems = wrong.map(
        ([requestId, operation]) => `a change by ${operation} left ${counts.get(requestId) ?? 0} audit entries`,
      );
      return {
        operations: new Set(changes.values()).size,
        changes: changes.size,
        wrong: wrong.length,
        problems: [...new Set(problems)],
      };
    },
  };
}
