import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';

/** Where a device was last, as far as the page knows. */
export interface KnownPlace {
  last: LastPlace | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  retry: () => void;
}
