// The accounts of the stand-in. The part before the @ selects the behaviour, so a test or a demo visitor picks a
// behaviour by signing in.
import { randomBytes } from 'node:crypto';

export interface StandInHub {
  /** The JSON key of the id in the list of hubs. */
  readonly idKey: 'hubId' | 'id' | 'serial';
  readonly id: string;
  /** The name in the list of hubs, if the list has a name. */
  readonly hubName?: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly spaces: readonly { id: string; name: string }[];
}

export interface StandInAccount {
  readonly login: string;
  password: string;
  /** Key of the authenticator app, in base32; null: no second factor. */
  readonly totpKey: string | null;
  hubs: readonly StandInHub[];
}

export const STAND_IN_PASSWORD = 'Kettle-Harbour-41';

/** Of accounts with a second factor; public, since the accounts are made up. */
export const STAND_IN_TOTP_KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const hub = (id: string, rest: Partial<StandInHub> = {}): StandInHub => ({
  idKey: 'hubId',
  id,
  details: {},
  spaces: [],
  ...rest,
});

const novak: readonly StandInHub[] = [
  hub('00A41F7C', {
    details: {
      online: true,
      name: 'HUB2-00A41F7C',
      geoFence: { latitude: -33.7969, longitude: 151.286, radiusMeters: 200 },
    },
    spaces: [{ id: 's1', name: 'Novak home' }],
  }),
  hub('00A45B02', {
    details: { activeChannels: ['ETHERNET', 'GSM'] },
    spaces: [{ id: 's2', name: 'Northside depot' }],
  }),
  hub('00A3E911', { details: { activeChannels: [] }, spaces: [{ id: 's3', name: 'Boat shed' }] }),
];

/** Hubs without a name or without a state, and a hub with a lower-case id. */
const odd: readonly StandInHub[] = [
  hub('00B0AAAA'),
  hub('00B0BBBB', { hubName: 'Named by the list' }),
  hub('00b0cccc', { details: { deviceName: 'Named by its details', online: false } }),
];

const behaviours: Readonly<Record<string, { hubs: readonly StandInHub[]; totp?: true }>> = {
  novak: { hubs: novak },
  totp: { hubs: novak, totp: true },
  /** Hubs under `id` and inside of `{hubs: […]}`. */
  wrapped: { hubs: odd.map((entry) => ({ ...entry, idKey: 'id' as const })) },
  odd: { hubs: odd },
  /** A list with an entry whose id has an unknown name. */
  incomplete: { hubs: [hub('00B0AAAA'), hub('00B0BBBB', { idKey: 'serial' })] },
  empty: { hubs: [] },
  /** The list is no array. */
  strange: { hubs: novak },
  /** The list is 100 MB long. */
  endless: { hubs: novak },
  /** Sign-in answers without tokens. */
  tokenless: { hubs: novak },
  /** Sign-in gives no refresh token. */
  unrenewable: { hubs: novak },
  /** Only the sign-in and the list are within the limits. */
  limited: { hubs: novak },
  /** Only the sign-in is answered. */
  slow: { hubs: novak },
};

/** Returns the account of a login and creates the account on the first call. Returns undefined for an unknown login. */
export function createAccounts(): (login: string) => StandInAccount | undefined {
  const accounts = new Map<string, StandInAccount>();
  return (login) => {
    const known = accounts.get(login);
    if (known !== undefined) return known;
    const behaviour = behaviours[nameOf(login)];
    if (behaviour === undefined) return undefined;
    const totpKey = behaviour.totp ? STAND_IN_TOTP_KEY : null;
    const account = { login, password: STAND_IN_PASSWORD, totpKey, hubs: behaviour.hubs };
    accounts.set(login, account);
    return account;
  };
}

/** Returns the hubs that an account has at first. */
export const hubsOf = (login: string): readonly StandInHub[] => behaviours[nameOf(login)]?.hubs ?? [];

/** `novak+2@…` behaves as `novak@…` and is another account. */
export const nameOf = (login: string): string => login.split('@')[0]!.split('+')[0]!;

export const newToken = (): string => randomBytes(32).toString('base64url');
