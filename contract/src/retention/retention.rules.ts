/**
 * Retention periods (RET-01 to RET-05, RET-07), used by the jobs that delete and by the privacy policy.
 */
export const retentionRules = {
  locationActiveDays: 90,
  locationArchiveYears: 2,
  activityLogYears: 1,
  supportYears: 3,
  auditYears: 3,
  commandDays: 90,
  alertDays: 90,
  mailDays: 30,
  /** Of contacts who declined, stopped or never answered. */
  panicContactDays: 30,
  /** Analytics name no group of fewer devices. */
  analyticsSmallestGroup: 5,
  /** How long an archived day stays readable after staff have restored it. */
  restoredDays: 30,
  reasonMaxLength: 500,
  runsPageSize: 100,
} as const;

/** How often the server makes backups and how many it keeps, unless the operator sets other numbers. */
export const backupRules = {
  everyHours: 24,
  keep: 7,
  /** Backups from before upgrades, where no folder for backups is set. */
  keptBeforeUpgrades: 2,
} as const;

/** The age at which the retention job archives or deletes data. */
export interface RetentionPeriod {
  readonly tables: readonly string[];
  readonly days?: number;
  readonly years?: number;
  readonly end: 'archived' | 'deleted';
}

const {
  locationActiveDays,
  locationArchiveYears,
  activityLogYears,
  supportYears,
  auditYears,
  commandDays,
  panicContactDays,
} = retentionRules;

/** All data with a period. The feature that owns the tables archives or deletes (`retention` in the feature's plug). */
export const retentionPeriods = {
  positions: { tables: ['position', 'position_packed'], days: locationActiveDays, end: 'archived' },
  archivedPositions: {
    tables: ['position_archive', 'position_archive_packed'],
    days: locationActiveDays,
    years: locationArchiveYears,
    end: 'deleted',
  },
  pings: { tables: ['ping', 'ping_location'], days: locationActiveDays, end: 'archived' },
  archivedPings: { tables: ['ping_archive'], days: locationActiveDays, years: locationArchiveYears, end: 'deleted' },
  positionRepeats: { tables: ['position_skewed', 'position_equivocation'], days: locationActiveDays, end: 'deleted' },
  activityLogs: { tables: ['user_activity_logs'], years: activityLogYears, end: 'deleted' },
  accessLog: {
    tables: ['location_look', 'location_access', 'location_panic_access'],
    years: auditYears,
    end: 'deleted',
  },
  tickets: { tables: ['ticket'], years: supportYears, end: 'deleted' },
  auditLog: { tables: ['audit_log'], years: auditYears, end: 'deleted' },
  commands: { tables: ['device_command'], days: commandDays, end: 'deleted' },
  deviceLogs: { tables: ['device_event', 'device_log'], days: commandDays, end: 'deleted' },
  hubEvents: { tables: ['hub_queue_event'], days: commandDays, end: 'deleted' },
  hubFrames: { tables: ['hub_receiver_frame'], days: commandDays, end: 'deleted' },
  firmwareUpdates: { tables: ['firmware_update'], days: commandDays, end: 'deleted' },
  restorations: { tables: ['archive_restoration'], years: auditYears, end: 'deleted' },
  incidentPositions: { tables: ['panic_position'], days: locationActiveDays, end: 'deleted' },
  incidents: { tables: ['panic_incident'], years: supportYears, end: 'deleted' },
  panicContacts: { tables: ['panic_contact', 'panic_contact_message'], days: panicContactDays, end: 'deleted' },
  retentionRuns: { tables: ['retention_run'], years: auditYears, end: 'deleted' },
} as const satisfies Record<string, RetentionPeriod>;

export type RetentionKind = keyof typeof retentionPeriods;

/** Data from before this instant has outlived its period. Years are calendar years in UTC. */
export function retainedSince(kind: RetentionKind, now: Date): Date {
  const { days = 0, years = 0 }: RetentionPeriod = retentionPeriods[kind];
  const since = new Date(now.getTime() - days * 86_400_000);
  const day = since.getUTCDate();
  since.setUTCFullYear(since.getUTCFullYear() - years);
  // A year without 29 February gives 1 March. Data of that day would be deleted a day early.
  if (since.getUTCDate() !== day) since.setUTCDate(0);
  return since;
}

/** SET-05: the periods that jobs of their own enforce, with the name of the job. */
export const retentionJobs = {
  retention: 'retention.run',
  alerts: 'alerts.sweep',
  emails: 'mail.prune',
} as const;
