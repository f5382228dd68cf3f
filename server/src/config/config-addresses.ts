// Parses the addresses in settings: databases, proxies and buckets.
import { isIP } from 'node:net';

/** The bucket for files. credentials null: the library finds the credentials itself. */
export interface Bucket {
  bucket: string;
  prefix: string;
  region: string;
  endpoint: string | null;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/**
 * The proxies trusted to report the client address: none, a number of hops, or the proxies with these addresses and
 * networks.
 */
export type TrustedProxies = false | number | readonly string[];

/** A percent sign that begins no encoded character, as in a password that was not encoded, cannot be decoded. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An unencoded character of the password cuts the address in two, and a part of the password becomes the host. */
export function hasPlainAuthority(text: string): boolean {
  const [address = ''] = text.split('?');
  const rest = address.slice(address.indexOf('//') + 2);
  const at = rest.indexOf('@');
  const isCut = at !== rest.lastIndexOf('@') || rest.slice(0, Math.max(at, 0)).includes('/') || rest.includes('#');
  // An empty host stands for a socket folder in the query.
  return !isCut && isDecodable(text) && (URL.canParse(text) || rest.includes('@/') || rest.startsWith('/'));
}

const MOST_PROXIES = 10;
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** Parses `off`, a number of hops, or a list of addresses and networks. Returns null for any other text. */
export function trustedProxiesOf(text: string): TrustedProxies | null {
  if (text === 'off') return false;
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= MOST_PROXIES ? Number(text) : null;
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every(isAddressOrNetwork) ? entries : null;
}

function isAddressOrNetwork(entry: string): boolean {
  if (NAMED_NETWORKS.includes(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

/** Parses `s3://[key:secret@]bucket[/prefix][?endpoint=…&region=…]`. Returns null if the text is invalid. */
export function bucketOf(text: string): Bucket | null {
  if (!URL.canParse(text) || !isDecodable(text)) return null;
  const { protocol, hostname, pathname, username, password, searchParams } = new URL(text);
  const endpoint = searchParams.get('endpoint');
  const isEndpoint = endpoint === null || (/^https?:\/\//.test(endpoint) && URL.canParse(endpoint));
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  if (protocol !== 's3:' || !isEndpoint || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(hostname)) return null;
  if (!/^[\w./-]*$/.test(prefix) || (username === '') !== (password === '')) return null;
  const credentials = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  return {
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: searchParams.get('region') ?? 'us-east-1',
    endpoint,
    credentials: username === '' ? null : credentials,
  };
}

/** The broker of MQTT_URL. */
export interface BrokerAddress {
  host: string;
  port: number;
  isTls: boolean;
  user: { name: string; password: string } | null;
}

/** Parses `mqtt[s]://[user:password@]host[:port]`. Returns null if the text is invalid. */
export function brokerAddressOf(text: string): BrokerAddress | null {
  if (!hasPlainAuthority(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  const isTls = protocol === 'mqtts:';
  if (!(isTls || protocol === 'mqtt:') || hostname === '' || !['', '/'].includes(pathname) || search !== '')
    return null;
  if ((username === '') !== (password === '')) return null;
  const user = username === '' ? null : { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const usualPort = isTls ? 8_883 : 1_883;
  return { host, port: port === '' ? usualPort : Number(port), isTls, user };
}
