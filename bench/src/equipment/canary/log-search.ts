// Searches the log of a server piece by piece, because the log of a long run is longer than a string can be.

/** Longer than each text that is searched for, so that a text across two pieces is found. */
const KEPT = 500;

export interface LogSearch {
  take(text: string): void;
  /** Searches what was logged since the last search, and forgets all but its end. */
  search(texts: readonly string[]): void;
  /** The texts that were found. */
  found(): ReadonlySet<string>;
  /** Characters that were logged. */
  length(): number;
}

export function createLogSearch(): LogSearch {
  const found = new Set<string>();
  let pieces: string[] = [];
  let length = 0;
  return {
    take: (text) => {
      pieces.push(text);
      length += text.length;
    },
    search: (texts) => {
      const log = pieces.join('');
      for (const text of texts) if (log.includes(text)) found.add(text);
      pieces = [log.slice(-KEPT)];
    },
    found: () => found,
    length: () => length,
  };
}
