/** FEED-01: how many updates the feed shows. */
export const FEED_SIZE = 10;

/** A title is one line of a card, a description a short paragraph. */
export const TITLE_MAX_LENGTH = 120;
export const DESCRIPTION_MAX_LENGTH = 2_000;

/** Where the landing page asks for its banner; it does so without the typed client, whose schemas it must not load. */
export const ANNOUNCEMENT_PATH = '/api/recent-updates/announcement';
