import type { AlertCausesPort } from '#features/alerts/alerts.port';
import type { Database } from '#platform/db/database';
import { endSilence, saveReports, type Report } from './hub-receiver.reports.store.ts';

export interface ReportsDependencies {
  readonly database: Database;
  readonly alerts: Pick<AlertCausesPort, 'end'>;
}

/**
 * Saves that hubs have reported. Reports that arrive while others are saved are saved together, so thousands of hubs
 * need few transactions. Rejects when the report was not saved.
 */
export function createReports({ database, alerts }: ReportsDependencies) {
  let waiting: { reports: Map<string, Report>; saved: Promise<void> } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const saveAll = async (reports: readonly Report[]): Promise<void> => {
    const silent = await saveReports(database.sql, reports);
    for (const accountId of silent)
      await database.transaction(async (tx) => {
        const deviceId = await endSilence(tx, accountId);
        if (deviceId !== null) await alerts.end(tx, deviceId, 'hub_silent');
      });
  };

  const open = () => {
    const reports = new Map<string, Report>();
    const saved = last.then(() => {
      waiting = undefined;
      return saveAll([...reports.values()]);
    });
    last = saved.catch(() => {});
    return { reports, saved };
  };

  return (report: Report): Promise<void> => {
    waiting ??= open();
    waiting.reports.set(report.accountId, report);
    return waiting.saved;
  };
}

export type SaveReport = ReturnType<typeof createReports>;
