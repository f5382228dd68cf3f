import type { HealthState } from './device-health.rules.ts';

/** HLTH-01: the health page of support staff. */
export const deviceHealthTexts = {
  title: 'Device Health Monitor',
  context: 'Silent devices first, then devices with trouble',
  search: 'Search by device ID or status...',
  empty: 'No device health records found.',
  emptySearch: 'No device health records found matching your search.',
  failed: 'Failed to load device health data',
  more: 'Show more',
  loading: 'Loading device health...',
  states: {
    offline: 'Offline',
    error: 'Error',
    warning: 'Warning',
    awaiting: 'Awaiting',
    updating: 'Updating',
    sleeping: 'Sleeping',
    online: 'Online',
  } satisfies Record<HealthState, string>,
  columns: {
    device: 'Device',
    status: 'Status',
    battery: 'Battery',
    signal: 'Signal',
    errors: 'Errors',
    lastSeen: 'Last Seen',
    updated: 'Updated',
  },
  percent: (value: number | null) => (value === null ? 'N/A' : `${Math.round(value)}%`),
  never: 'Never',
  unnamed: 'No nickname',
} as const;
