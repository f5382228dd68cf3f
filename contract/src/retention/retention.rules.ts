/** Retention periods (RET-01 to RET-05, RET-07). The privacy policy states the same numbers. */
export const retentionRules = {
  locationActiveDays: 90,
  locationArchiveYears: 2,
  activityLogYears: 1,
  supportYears: 3,
  auditYears: 3,
  commandDays: 90,
  /** Analytics name no group of fewer devices. */
  analyticsSmallestGroup: 5,
} as const;
