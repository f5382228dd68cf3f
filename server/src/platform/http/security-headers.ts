import type { FastifyInstance } from 'fastify';

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
  const headers = {
    'permissions-policy': PERMISSIONS,
    'content-security-policy': contentPolicy(outside, isHttps),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    // Other names of the operator's domain need not speak HTTPS.
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filter of old browsers could be made to remove parts of a page.
    'x-xss-protection': '0',
  };
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
}

function contentPolicy(outside: OutsideHosts, isHttps: boolean): string {
  const directives = {
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
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';');
}
