import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Hosts of map styles and tiles that a page may reach, beside the portal itself. */
export interface OutsideHosts {
  images: readonly string[];
  connections: readonly string[];
  scripts: readonly string[];
}

/** Headers that keep a browser from doing what the portal never asks of it. `isHttps`: people reach it by HTTPS. */
export async function sendSecurityHeaders(
  server: FastifyInstance,
  outside: OutsideHosts,
  isHttps: boolean,
): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...outside.scripts],
        // The kit writes its measures into style attributes.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...outside.images],
        'font-src': ["'self'"],
        // The map library works in a worker, which reads shapes that the page has made.
        'connect-src': ["'self'", 'blob:', ...outside.connections],
        'worker-src': ["'self'", 'blob:'],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    hsts: isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
}
