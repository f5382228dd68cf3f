import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import { MAIL_OWNER } from './companies.link-uses.service.ts';
import type { LogosService } from './companies.logos.service.ts';
import { mailOwner, sweepInvitationMails } from './companies.mails.service.ts';
import type { CompaniesDependencies } from './companies.permission.service.ts';

const SWEEP_EVERY_MS = MINUTE_MS;

export function defineCompaniesJobs(jobs: Jobs, dependencies: CompaniesDependencies, logos: LogosService): void {
  jobs.define(MAIL_OWNER, (use) => mailOwner(dependencies, use));
  jobs.schedule('companies.sweepLogos', SWEEP_EVERY_MS, () => logos.sweep());
  jobs.schedule('companies.sweepInvitationMails', SWEEP_EVERY_MS, () => sweepInvitationMails(dependencies));
}
