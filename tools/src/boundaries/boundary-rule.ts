/** Matches a module by regular expressions on its path from the repository's root. */
export type Match = { path?: string | string[]; pathNot?: string | string[] };
export type Target = Match & { circular?: boolean; couldNotResolve?: boolean };

/** A forbidden import, in the shape that dependency-cruiser reads. A failure shows the `comment`. */
export type BoundaryRule = { name: string; severity: 'error'; comment: string; from: Match; to: Target };

export const TEST = '\\.test\\.tsx?$';
export const TESTING = ['^server/src/testing/', '^server/src/platform/[^/]+/testing/'];

/** Matches a package of the registry, found below any node_modules or not installed at all. */
export const packages = (...names: string[]): string => `(?:^|node_modules/)(?:${names.join('|')})(?:/|$)`;

export function forbid(name: string, comment: string, from: Match, to: Target): BoundaryRule {
  return { name, severity: 'error', comment, from, to };
}
