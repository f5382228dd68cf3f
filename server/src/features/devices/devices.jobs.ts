import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { AssignmentService } from './assignment/devices.assignment.service.ts';

/** Whatever got lost when an address was confirmed is made up for. */
export function defineDevicesJobs(jobs: Jobs, assignments: Pick<AssignmentService, 'sweep'>): void {
  jobs.schedule('devices.sweepAssignments', MINUTE_MS, () => assignments.sweep());
}
