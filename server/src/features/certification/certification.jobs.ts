import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { ClaimOutcomes } from './certification.claim-outcomes.service.ts';
import type { CertificationEndings } from './certification.endings.service.ts';
import type { CertificationService } from './certification.service.ts';

export interface CertificationJobs {
  readonly service: Pick<CertificationService, 'sweepChecks'>;
  readonly endings: CertificationEndings;
  readonly outcomes: ClaimOutcomes;
}

/** Schedules the jobs. Each job runs in one process at a time. */
export function scheduleCertification(jobs: Jobs, { service, endings, outcomes }: CertificationJobs): void {
  jobs.schedule('certification.endings', MINUTE_MS, () => endings.settle());
  jobs.schedule('certification.claims', MINUTE_MS, () => outcomes.settle());
  jobs.schedule('certification.sweep', HOUR_MS, () => service.sweepChecks());
}
