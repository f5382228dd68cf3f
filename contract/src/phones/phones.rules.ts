import { PHONE_SERIAL_PREFIX } from '../kernel/serial.ts';

/** PHON-01: limits of phones. The reasons stand in docs/operations.md. */
export const phonesRules = {
  phonesPerUser: 5,
  nameMaxLength: 80,
  /** A moving phone reports after this time and distance, a resting phone after `heartbeatSec`. */
  intervalSec: 60,
  distanceM: 50,
  heartbeatSec: 900,
  /** Twice this time without a report, and a phone is offline. */
  silenceSec: 1_800,
  /** Reports per request, and requests per minute of one phone. */
  reportsPerRequest: 200,
  requestsPerMin: 300,
  /** Requests per minute with an unknown secret, from one address. */
  unknownPerMin: 30,
  bodyMaxBytes: 64 * 1024,
  /** The dialog asks this often whether the first report has arrived. */
  askEveryMs: 3_000,
} as const;

/** The data that sets up an app. The server stores the secret only as a hash. */
export interface PhoneKey {
  readonly serialNumber: string;
  /** The address of the portal, as phones reach it. */
  readonly portalUrl: string;
  readonly accessKey: string;
}

const PHONE_PATH = '/phone';

/** The address to which Traccar Client and other OsmAnd apps report. */
export const osmandAddress = ({ portalUrl, accessKey }: PhoneKey): string => `${portalUrl}${PHONE_PATH}/${accessKey}`;

/** The address to which OwnTracks reports, with the serial and the secret as name and password. */
export const owntracksAddress = ({ portalUrl }: PhoneKey): string => `${portalUrl}${PHONE_PATH}/owntracks`;

/** Traccar Client takes the address without its query as the server, and its settings from the query. */
export function traccarLink(key: PhoneKey): string {
  const settings = new URLSearchParams({
    id: key.serialNumber,
    interval: String(phonesRules.intervalSec),
    distance: String(phonesRules.distanceM),
    heartbeat: String(phonesRules.heartbeatSec),
    accuracy: 'high',
    buffer: 'true',
    service: 'true',
  });
  return `${osmandAddress(key)}?${settings.toString()}`;
}

/** Opens OwnTracks with a configuration. Mode 3 is HTTP. Monitoring 2 reports while moving. */
export function owntracksLink(key: PhoneKey): string {
  const id = key.serialNumber.slice(PHONE_SERIAL_PREFIX.length);
  const settings = {
    _type: 'configuration',
    mode: 3,
    url: owntracksAddress(key),
    auth: true,
    username: key.serialNumber,
    password: key.accessKey,
    deviceId: 'phone',
    tid: id.slice(0, 2),
    monitoring: 2,
  };
  return `owntracks:///config?inline=${encodeURIComponent(btoa(JSON.stringify(settings)))}`;
}
