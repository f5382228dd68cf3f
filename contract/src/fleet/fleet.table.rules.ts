/** IDEV-08: rows of the device table per answer. */
export const tablePage = { usual: 25, most: 100 } as const;

export const TABLE_SEARCH_MAX_LENGTH = 80;

/** The sort keys of the table. `status` has problems first. */
export const tableSorts = [
  'lastSeen',
  'name',
  'registered',
  'status',
  'hub',
  'network',
  'signal',
  'battery',
  'user',
] as const;

export type TableSort = (typeof tableSorts)[number];

export const sortDirections = ['asc', 'desc'] as const;

export type SortDirection = (typeof sortDirections)[number];

/** IDEV-11: the direction of a sort at its first press: the newest first, otherwise ascending. */
export const usualDirection = (sort: TableSort): SortDirection =>
  sort === 'lastSeen' || sort === 'registered' ? 'desc' : 'asc';

/** IDEV-11: maximum number of devices that can be selected for one action. */
export const SELECTED_MOST = 50;

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

const FORMULA_START = /^\s*[=+\-@＝＋－＠\t\r]/;

/**
 * Escapes a cell of a file for spreadsheets. Text that a spreadsheet would treat as a formula gets a leading apostrophe
 * (OWASP, CSV injection). Quotes are doubled.
 */
export function csvCell(value: string): string {
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Removes the leading apostrophe of `csvCell`, so that an exported file can be imported (IDEV-12). */
export const unescapeCsvCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
