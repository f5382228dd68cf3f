// A POST to a push service whose address a browser sent: only to public addresses, with a time limit, without
// trusting the answer.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
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

/**
 * Asks the name servers without a thread. Node's `lookup` holds one of a few threads while a name server is silent, and a
 * stranger's names would delay all other calls, such as the SMS of a panic.
 */
export const pushNames = new Resolver({ timeout: 2_000, tries: 2 });

/** Rejects with `NotPublic` when the name resolves to an address that is not public. */
export async function requirePublic(url: URL, standIn: StandIn | null): Promise<void> {
  if (url.origin === standIn?.origin || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return;
  await publicAddressesOf(url.hostname);
}

async function publicAddressesOf(hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([pushNames.resolve4(hostname), pushNames.resolve6(hostname)]);
  // Most names have addresses of one family alone.
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason as Error;
  const addresses = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
  if (!isPublic) throw new NotPublic(hostname);
  return addresses;
}

/** Resolves the name when connecting, so that the checked address is the address that is used. */
const publicLookup: LookupFunction = (hostname, options, answer) => {
  publicAddressesOf(hostname).then(
    (addresses) => {
      const { address, family } = addresses[0]!;
      return options.all === true ? answer(null, addresses) : answer(null, address, family);
    },
    (error: Error) => answer(error, '', 0),
  );
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
