import type { Who } from '@trace/contract/kernel/endpoint';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The roles that can call the route. Every route declares its own. */
    who?: Who;
    /** The answer holds a file open while it is sent. */
    opensFile?: true;
  }
}

/** A route of the router: of an endpoint, a hidden route, or a HEAD route that the router adds. */
export interface ServedRoute {
  method: string;
  /** With parameters in the router's form, such as `/api/devices/:serial`. */
  path: string;
  who: Who;
}

/** The options of a route outside the interface. `who`: the roles that can call the route. */
export const hiddenRoute = (who: Who) => ({ schema: { hide: true }, config: { who } });

/** The options of such a route, open to anybody, whose answer is a file. */
export const fileRoute = { schema: { hide: true }, config: { who: 'anybody', opensFile: true } } as const;

/**
 * Collects every route of the router. A route that does not declare who can call it stops the start, so that no route
 * opens by accident (GUARD-08). Call before the first route is added.
 */
export function collectRoutes(server: FastifyInstance): () => ServedRoute[] {
  const found: { method: string; path: string; config: { who?: Who } | undefined }[] = [];
  // `config` can still be set by the hook of a plugin, so it is read later.
  server.addHook('onRoute', (route) => {
    for (const method of [route.method].flat())
      found.push({
        method,
        path: route.url,
        get config() {
          return route.config;
        },
      });
  });
  const list = (): ServedRoute[] =>
    found.map(({ method, path, config }) => {
      if (config?.who === undefined) throw new Error(`The route ${method} ${path} does not declare who can call it`);
      return { method, path, who: config.who };
    });
  server.addHook('onReady', async () => void list());
  return list;
}
