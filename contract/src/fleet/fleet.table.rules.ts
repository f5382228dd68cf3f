/** IDEV-08: rows of the device table per answer. */
export const tablePage = { usual: 25, most: 100 } as const;

export const TABLE_SEARCH_MAX_LENGTH = 80;

/** The sort keys of the table, each in the order that users expect. */
export const tableSorts = ['lastSeen', 'name', 'registered', 'status'] as const;

/** The assignment of a device: none, an address without an account, a user. */
export const assignmentStates = ['none', 'waiting', 'assigned'] as const;

export type AssignmentState = (typeof assignmentStates)[number];

/** IDEV-01: so many error lines stand in a row, the others behind '+N more'. */
export const ERROR_LINES_SHOWN = 2;

/** Maximum error lines per device in one answer. */
export const ERROR_LINES_MOST = 10;

/**
 * Matches are counted up to the first limit, matches of a search up to the second. Users do not page further, and
 * counting must stay fast.
 */
export const MATCHES_COUNTED = 10_000;
export const SEARCH_MATCHES_COUNTED = 1_000;

/** A file holds so many devices at most. */
export const EXPORT_MOST_ROWS = 100_000;

/**
 * Escapes a cell of a file for spreadsheets. Text that a spreadsheet would treat as a formula gets a leading apostrophe
 * (OWASP, CSV injection). Quotes are doubled.
 */
export function csvCell(value: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
