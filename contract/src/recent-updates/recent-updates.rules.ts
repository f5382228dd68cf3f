/** FEED-01: how many updates the feed shows. */
export const FEED_SIZE = 10;

/** A title is one line of a card, a description a short paragraph. */
export const TITLE_MAX_LENGTH = 120;
export const DESCRIPTION_MAX_LENGTH = 2_000;

/**
 * The banner endpoint for the landing page. The landing page calls this path without the typed client, because the
 * client's schemas must not be loaded there.
 */
export const ANNOUNCEMENT_PATH = '/api/recent-updates/announcement';

/** UPD-01: updates per page of the manager. */
export const managedPageSize = 20;

/** UPD-01: a new update in the manager. */
export const newUpdateDefaults = { type: 'announcement', isNew: true, isActive: true } as const;
