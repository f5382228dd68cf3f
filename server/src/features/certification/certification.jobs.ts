import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { CertificationEndings } from './certification.endings.service.ts';
import type { CertificationService } from './certification.service.ts';

/** One process at a time does each of them. */
export function scheduleCertification(jobs: Jobs, service: CertificationService, endings: CertificationEndings): void {
  jobs.everyProcessOnce('certification.endings', MINUTE_MS, () => endings.settle());
  jobs.everyProcessOnce('certification.sweep', HOUR_MS, () => service.sweepChecks());
}
