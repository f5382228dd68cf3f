/** IDEV-08: rows of the device table per answer. */
export const tablePage = { usual: 25, most: 100 } as const;

export const TABLE_SEARCH_MAX_LENGTH = 80;

/** What the table can be sorted by, each in the order that people look for. */
export const tableSorts = ['lastSeen', 'name', 'registered', 'status'] as const;

/** To whom a device is assigned: nobody, an address without an account, a person. */
export const assignmentStates = ['none', 'waiting', 'assigned'] as const;

export type AssignmentState = (typeof assignmentStates)[number];

/** IDEV-01: so many error lines stand in a row, the others behind '+N more'. */
export const ERROR_LINES_SHOWN = 2;

/** Error lines of a device that one answer carries at most. */
export const ERROR_LINES_MOST = 10;

/** Matches are counted up to here, of a search up to there: nobody reads on, and counting must stay quick. */
export const MATCHES_COUNTED = 10_000;
export const SEARCH_MATCHES_COUNTED = 1_000;

/** A file holds so many devices at most. */
export const EXPORT_MOST_ROWS = 100_000;

/**
 * A cell of a file that a spreadsheet opens. What it would take for a formula gets an apostrophe in front (OWASP, CSV
 * injection); quotes are doubled.
 */
export function csvCell(value: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
