import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { AttachmentsService } from './attachments/tickets.attachments.service.ts';

export function defineTicketsJobs(jobs: Jobs, attachments: Pick<AttachmentsService, 'sweep'>): void {
  jobs.schedule('tickets.sweepAttachments', MINUTE_MS, () => attachments.sweep());
}
