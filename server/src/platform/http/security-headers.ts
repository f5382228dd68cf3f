import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Hosts of map styles and tiles that a page may reach, beside the portal itself. */
export interface OutsideHosts {
  images: readonly string[];
  connections: readonly string[];
  scripts: readonly string[];
}

/**
 * Sends headers that disable browser features which the portal never uses. `isHttps`: people reach the portal by HTTPS.
 */
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
        // The component library writes measures into style attributes.
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
    // Other names of the operator's domain need not speak HTTPS.
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
}
