import type { AnyEndpoint, Method } from '@trace/contract/kernel/endpoint';

/** Returns the methods of an address of the interface, or none for an unknown address. */
export function createAllowedMethods(
  endpoints: readonly Pick<AnyEndpoint, 'method' | 'path'>[],
): (url: string) => Method[] {
  const known = endpoints.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  return (url) => {
    const path = url.split('?', 1)[0]!;
    return known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replaceAll(/\{\w+\}|[.*+?^$()|[\]\\]/g, (part) => (part.startsWith('{') ? '[^/]+' : `\\${part}`))}$`,
  );
