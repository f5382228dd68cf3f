// The order of versions by SemVer 2.0.0, pre-releases included. Build metadata does not count.
import semver from 'semver';

/** False for a text that is not SemVer, begins with v, or has a number beyond 2^53. */
export const isVersion = (text: string): boolean => semver.valid(text) === text.replace(/\+.*/, '');

/** Negative: `one` comes before `other`. 0: the same rank. Throws for a text that is not a version. */
export const compareVersions = (one: string, other: string): number => semver.compare(one, other);

/** The highest of the versions. Null without one. */
export const highestOf = (versions: readonly string[]): string | null =>
  versions.toSorted(compareVersions).at(-1) ?? null;
