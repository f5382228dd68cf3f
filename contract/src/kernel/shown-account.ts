/**
 * A header in which a page names the account that the page shows. All tabs of a browser share a session cookie, so a
 * call without this header could act for an account that has signed in in another tab.
 */
export const SHOWN_ACCOUNT_HEADER = 'x-shown-account';
