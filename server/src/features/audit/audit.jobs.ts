import { DAY_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { sealAuditLog } from '#platform/audit/chain';
import { findChainHead, hasUnsealed } from '#platform/audit/chain.store';
import type { Database } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';

const SEAL_EVERY_MS = 5 * SECOND_MS;

export function defineAuditJobs({ jobs, database, log }: { jobs: Jobs; database: Database; log: Log }): void {
  jobs.schedule('audit.seal', SEAL_EVERY_MS, () => sealAuditLog(database), hasUnsealed);
  // Logs are usually kept elsewhere, where an intruder in the database cannot change the noted place.
  jobs.schedule('audit.note', DAY_MS, async () => {
    const { number, hash } = await findChainHead(database.sql);
    log.info({ number, hash: hash.toString('hex') }, 'Audit chain, check with: npm run audit -- verify NUMBER HASH');
  });
}
