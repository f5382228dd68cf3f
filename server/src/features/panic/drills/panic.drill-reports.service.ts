import type { Drill } from '@trace/contract/panic/drills/panic.drills.api';
import { drillRules } from '@trace/contract/panic/drills/panic.drills.rules';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { mailKeyOf } from '../delivery/panic.notify.service.ts';
import { listDrillMessages, listDrillRows, type DrillMessageRow, type DrillRow } from './panic.drills.store.ts';

export type DrillReports = ReturnType<typeof createDrillReports>;

interface MailTimes {
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly sentAt: Date | null;
}

/** The measured times of drills. */
export function createDrillReports({ database, mail }: { database: Database; mail: Pick<Mail, 'timesOf'> }) {
  return {
    async list(accountId: string): Promise<Drill[]> {
      const drills = await listDrillRows(database.sql, accountId, drillRules.listed);
      const messages = await listDrillMessages(
        database.sql,
        drills.map(({ incidentId }) => incidentId),
      );
      const mails = messages.filter(({ channel, state }) => channel === 'email' && state === 'waiting');
      const times = await mail.timesOf(mails.map(({ id }) => mailKeyOf(id)));
      const byIncident = Map.groupBy(messages, ({ incidentId }) => incidentId);
      return drills.map((drill) => reportOf(drill, byIncident.get(drill.incidentId) ?? [], times));
    },
  };
}

function reportOf(drill: DrillRow, rows: readonly DrillMessageRow[], times: ReadonlyMap<string, MailTimes>): Drill {
  const sinceStart = (at: Date | null): number | null =>
    at === null ? null : Math.max(0, at.getTime() - drill.startedAt.getTime());
  const messages = rows.map((row) => {
    const { state, at } = endOf(row, times.get(mailKeyOf(row.id)));
    return { name: row.name, role: row.role, channel: row.channel, state, afterMs: sinceStart(at) };
  });
  const sent = messages.flatMap(({ channel, state, afterMs }) =>
    channel !== 'portal' && state === 'sent' && afterMs !== null ? [afterMs] : [],
  );
  const seen = rows.flatMap(({ role, seenAt }) => (role === 'wearer' ? [] : (sinceStart(seenAt) ?? [])));
  return {
    ...{ id: drill.id, incidentId: drill.incidentId, deviceName: drill.deviceName, serialNumber: drill.serial },
    ...{ hubName: drill.hubName, isMonthly: drill.isMonthly, startedAt: drill.startedAt.toISOString(), messages },
    sentAfterMs: sent.length === 0 ? null : Math.max(...sent),
    seenAfterMs: seen.length === 0 ? null : Math.min(...seen),
    problems: messages.filter(({ state }) => state === 'failed' || state === 'none').length,
  };
}

/** Emails are sent by the mail lane, which keeps their times. */
function endOf(
  row: DrillMessageRow,
  mail: MailTimes | undefined,
): { state: DrillMessageRow['state']; at: Date | null } {
  if (row.channel === 'email' && row.state === 'waiting')
    return mail === undefined ? { state: 'waiting', at: null } : { state: mail.state, at: mail.sentAt };
  const isDone = row.state === 'sent' || row.state === 'seen';
  return { state: row.state, at: isDone ? row.settledAt : null };
}
