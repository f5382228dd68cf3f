import { retentionPeriods, retentionRules, type RetentionKind, type RetentionPeriod } from './retention.rules.ts';

/** Words of the retention page (RET-06). */
export const retentionTexts = {
  title: 'Data retention',
  context: 'What the portal archives and deletes by itself',
  periods: 'Periods',
  runs: 'Runs',
  loading: 'Loading retention runs...',
  failed: 'Failed to load retention runs',
  none: 'No run yet. The first run appears here within a day of the start.',
  more: 'Show older runs',
  removed: (count: number, end: RetentionPeriod['end']) => `${count.toLocaleString('en-AU')} ${end}`,
  nothing: 'Nothing was due',
  unfinished: 'Not finished. The next run goes on.',
  what: 'Data',
  result: 'Result',
  dataBefore: 'Data before',
  started: 'Run',
  restore: 'Restore archived days',
  restoreWhy: `The days become part of the user's data download for ${retentionRules.restoredDays} days. Support staff see no position.`,
  serial: 'Serial number',
  fromDay: 'First day (UTC)',
  untilDay: 'Last day (UTC)',
  reason: 'Reason',
  reasonHint: 'Stays on record until the account of the user is deleted.',
  formerReason: 'Removed with the account of the user.',
  restored: 'Archived days restored',
  restoreNow: 'Restore days',
  cancel: 'Cancel',
  missing: 'This is required.',
  wrongDays: 'The last day must not be before the first day.',
  notArchived: `Data is archived after ${retentionRules.locationActiveDays} days. Choose an earlier first day.`,
  nothingArchived: 'No position of this device is archived for these days. Check the serial number and the days.',
} as const;

export const retentionKindTexts: Readonly<Record<RetentionKind, string>> = {
  positions: 'Positions',
  archivedPositions: 'Archived positions',
  pings: 'Pings',
  archivedPings: 'Archived pings',
  positionRepeats: 'Repeated positions, and positions of an unknown time',
  activityLogs: 'Activity logs',
  accessLog: 'Location access log',
  tickets: 'Support communications',
  auditLog: 'Audit log',
  commands: 'Commands',
  deviceLogs: 'Device events and logs',
  hubEvents: 'Events of hubs',
  hubFrames: 'Direct hub reports',
  firmwareUpdates: 'Firmware updates of ended rollouts',
  restorations: 'Restorations of archived days',
  incidentPositions: 'Positions of panic incidents',
  incidents: 'Panic incidents',
  panicContacts: 'Panic contacts who declined, stopped or never answered',
  retentionRuns: 'These reports',
};

/** Such as '90 days, then archived'. */
export function periodText(kind: RetentionKind): string {
  const { days, years, end }: RetentionPeriod = retentionPeriods[kind];
  const parts = [days === undefined ? null : `${days} days`, years === undefined ? null : yearsText(years)];
  return `${parts.filter((part) => part !== null).join(' and ')}, then ${end}`;
}

const yearsText = (years: number): string => (years === 1 ? '1 year' : `${years} years`);
