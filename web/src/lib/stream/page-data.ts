/**
 * Options of a query whose stream events only its own pages hear. Between two visits its changes are missed, so each
 * visit fetches it again, even while the cache counts as fresh.
 */
export const pageData = { refetchOnMount: 'always' } as const;
