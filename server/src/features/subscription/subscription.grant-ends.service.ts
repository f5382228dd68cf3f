import { z } from 'zod';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Database, Executor } from '#platform/db/database';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import { planChanged } from './subscription.events.ts';
import { mailGrantEnd, type NotificationDependencies } from './subscription.notifications.service.ts';
import type { Grant } from './subscription.port.ts';
import { findGrant } from './subscription.store.ts';

const GRANT_END_JOB = defineJob('subscription.grantEnd', z.object({ accountId: z.uuid(), until: z.iso.datetime() }));

export type GrantEnds = ReturnType<typeof createGrantEnds>;

export interface GrantEndsDependencies extends NotificationDependencies {
  readonly database: Database;
  readonly jobs: Jobs;
}

/** Tells a user by email and on open pages that premium from support has ended. A paid plan has its own notices. */
export function createGrantEnds(dependencies: GrantEndsDependencies) {
  const { database, jobs, clock } = dependencies;

  jobs.define(GRANT_END_JOB, ({ accountId, until }) =>
    database.transaction(async (tx) => {
      const grant = await findGrant(tx, accountId);
      // A later grant replaced this grant, or a paid plan keeps premium active.
      if (grant?.grantedUntil?.toISOString() !== until || grant.endsAt > clock.now()) return;
      await mailGrantEnd(tx, dependencies, { accountId, until });
      await publishAfterCommit(tx, planChanged, [accountId], {});
    }),
  );

  return {
    notifyAtEnd: async (tx: Executor, { accountId, until, source }: Grant): Promise<void> => {
      if (source !== 'staff') return;
      const at = until.toISOString();
      await jobs.enqueue(tx, GRANT_END_JOB, { accountId, until: at }, { key: `${accountId}:${at}`, runAt: until });
    },
  };
}
