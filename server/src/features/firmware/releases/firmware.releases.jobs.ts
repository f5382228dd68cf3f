import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { StoredImages } from './firmware.stored-images.service.ts';

export function defineReleasesJobs(jobs: Jobs, images: Pick<StoredImages, 'sweep'>): void {
  jobs.schedule('firmware.deleteWithdrawnImages', MINUTE_MS, () => images.sweep());
}
