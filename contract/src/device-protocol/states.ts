/** Values that a device reports about its network and its own state. */
export const networkTypes = ['ethernet', 'cellular', 'lte'] as const;
export const reportedStatuses = ['online', 'offline', 'sleeping', 'updating', 'error'] as const;
