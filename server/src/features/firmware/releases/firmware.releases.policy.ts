import type { ReleaseState } from '@trace/contract/firmware/firmware.rules';

/** A draft is published by someone else than its uploader, unless no one else is active (FWM-01). */
export function mayPublish(
  viewerId: string,
  { state, uploadedBy }: { state: ReleaseState; uploadedBy: string | null },
  activeStaffIds: readonly string[],
): boolean {
  return state === 'draft' && (uploadedBy !== viewerId || activeStaffIds.every((id) => id === viewerId));
}
