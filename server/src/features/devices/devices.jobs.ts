import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { AssignmentService } from './assignment/devices.assignment.service.ts';

/** Repairs assignments whose address confirmation was lost. */
export function defineDevicesJobs(jobs: Jobs, assignments: Pick<AssignmentService, 'sweep'>): void {
  jobs.schedule('devices.sweepAssignments', MINUTE_MS, () => assignments.sweep());
}
