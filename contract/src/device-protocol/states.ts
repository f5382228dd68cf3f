/** What a device says of its network, and of itself. */
export const networkTypes = ['ethernet', 'cellular', 'lte'] as const;
export const reportedStatuses = ['online', 'offline', 'sleeping', 'updating', 'error'] as const;
