import { OTHER_FIRMWARE } from '@trace/contract/analytics/analytics.rules';

interface Version {
  readonly version: string;
  readonly count: number;
}

/** A fleet has few versions. More would fill the chart and the table of tallies. */
const MOST_VERSIONS = 8;

/**
 * RET-05: counts versions on fewer than `smallest` devices together, and drops that sum when it is smaller itself.
 * `versions` come with most devices first.
 */
export function firmwareGroups(versions: readonly Version[], smallest: number): Version[] {
  const shown = versions.filter(({ count, version }) => count >= smallest && version !== OTHER_FIRMWARE);
  const named = shown.slice(0, MOST_VERSIONS);
  const rest = versions.filter((one) => !named.includes(one)).reduce((sum, { count }) => sum + count, 0);
  return rest >= smallest ? [...named, { version: OTHER_FIRMWARE, count: rest }] : named;
}
