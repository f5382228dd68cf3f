// A POST to a push service whose address a browser sent: only to public addresses, with a time limit, without
// trusting the answer.
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The time limit of the whole request, even while the push service is still sending. */
const LONGEST_MS = 10_000;

/** A push service of our own that stands in for the real services. Its address is not public. */
export interface StandIn {
  readonly origin: string;
  /** The certificate of its authority, PEM. */
  readonly ca: string;
}

export interface PushAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
}

class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet`);
    this.name = 'NotPublic';
  }
}

/**
 * Parses the address of a push service: https at its usual port, with a public IP address or a name that may be public.
 * @returns null for any other address
 */
export function pushServiceOf(endpoint: string, standIn: StandIn | null): URL | null {
  if (!URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  if (url.origin === standIn?.origin) return url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isName = isIP(host) === 0 && /\.[a-z][a-z0-9-]*$/i.test(host);
  return url.port === '' && (isName || isPublicAddress(host)) ? url : null;
}

/** Rejects with `NotPublic` when the name resolves to an address that is not public. */
export function requirePublic(url: URL, standIn: StandIn | null): Promise<void> {
  if (url.origin === standIn?.origin || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return Promise.resolve();
  return new Promise((done, failed) => {
    publicLookup(url.hostname, { all: true }, (error) => (error === null ? done() : failed(error)));
  });
}

/** Resolves the name when connecting, so that the checked address is the address that is used. */
const publicLookup: LookupFunction = (hostname, options, answer) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return answer(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return answer(new NotPublic(hostname), '', 0);
    return options.all === true ? answer(null, addresses) : answer(null, first.address, first.family);
  });
};

/** Posts and returns the status. Follows no redirect and reads no body. */
export function postToPushService(
  url: URL,
  headers: Record<string, string | number>,
  body: Uint8Array,
  standIn: StandIn | null,
): Promise<PushAnswer> {
  const isStandIn = url.origin === standIn?.origin;
  const options: RequestOptions = {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(LONGEST_MS),
    ...(isStandIn ? { ca: standIn.ca } : { lookup: publicLookup }),
  };
  return new Promise((answer, fail) => {
    const asked = request(url, options, (response) => {
      answer({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null });
      response.destroy();
    });
    asked.once('error', fail);
    asked.end(body);
  });
}
