/** The most rows that one statement of a sweep handles, so that the statement holds its locks for a short time. */
export const SWEEP_LIMIT = 1_000;
