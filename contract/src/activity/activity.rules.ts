/** SUPP-01: System Activity shows the newest of the last 30 days, 10 of each kind. */
export const activityRules = { days: 30, most: 10, searchMaxLength: 100 } as const;
