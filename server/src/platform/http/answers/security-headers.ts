import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Hosts of map styles and tiles that a page may reach, beside the portal itself. */
export interface OutsideHosts {
  images: readonly string[];
  connections: readonly string[];
  scripts: readonly string[];
}

/**
 * The browser features of the portal's own pages: the camera scans QR codes, passkeys sign people in, and codes and links
 * are copied. No other page and no frame gets them.
 */
const OWN_FEATURES = ['camera', 'clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];

/** Features that no page of the portal uses. A script that got in cannot ask for them either. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'web-share',
  'xr-spatial-tracking',
];

const PERMISSIONS = [
  ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
].join(', ');

/** Sends the same security headers with every answer, refusals included. `isHttps`: people reach the portal by HTTPS. */
export function sendSecurityHeaders(server: FastifyInstance, outside: OutsideHosts, isHttps: boolean): void {
  const headers = { ...headersOf(policy(outside, isHttps)), 'permissions-policy': PERMISSIONS };
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
}

/** The headers are the same for every request, so the library makes them once (decision 047). */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error?: unknown) => {
    if (error !== undefined) throw new Error('the security headers cannot be made', { cause: error });
  });
  return response.getHeaders() as Record<string, string>;
}

const policy = (outside: OutsideHosts, isHttps: boolean): HelmetOptions => ({
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
      // Text becomes a script only through the policy in page-start.js. Google's map writes markup of its own.
      ...(outside.scripts.length === 0
        ? { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }
        : {}),
      ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
    },
  },
  // Other names of the operator's domain need not speak HTTPS.
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  crossOriginEmbedderPolicy: false,
});
