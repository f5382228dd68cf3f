import { invitationMailLimit } from '@trace/contract/companies/companies.rules';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import { MAIL_OWNER } from './companies.link-uses.service.ts';
import type { LogosService } from './companies.logos.service.ts';
import { deleteInvitationMailsBefore } from './companies.members.store.ts';
import { mailOwner } from './companies.mails.service.ts';
import type { CompaniesDependencies } from './companies.standing.service.ts';

const SWEEP_EVERY_MS = MINUTE_MS;

export function defineCompaniesJobs(jobs: Jobs, dependencies: CompaniesDependencies, logos: LogosService): void {
  jobs.define(MAIL_OWNER, (use) => mailOwner(dependencies, use));
  jobs.schedule('companies.sweepLogos', SWEEP_EVERY_MS, () => logos.sweep());
  jobs.schedule('companies.sweepInvitationMails', SWEEP_EVERY_MS, () => {
    const before = new Date(dependencies.clock.now().getTime() - invitationMailLimit.windowMs);
    return deleteInvitationMailsBefore(dependencies.database.sql, before, SWEEP_LIMIT);
  });
}
