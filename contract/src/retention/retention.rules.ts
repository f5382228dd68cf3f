/**
 * Retention periods (RET-01 to RET-05, RET-07). The jobs that delete use these numbers, and the privacy policy states
 * them. A period without a job is stated as intended, not as a promise (SET-05).
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
  /** Analytics name no group of fewer devices. */
  analyticsSmallestGroup: 5,
} as const;

/** SET-05: the periods that a scheduled job enforces, with the name of the job. */
export const retentionJobs = {
  activityLogs: 'auth.pruneActivity',
  accessLog: 'location-access.prune',
  alerts: 'alerts.sweep',
  emails: 'mail.prune',
} as const;
