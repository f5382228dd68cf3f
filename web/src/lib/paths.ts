import { CLAIM_PATH } from '@trace/contract/certification/certification.rules';

/** Every address of the portal's own pages. */
export const paths = {
  landing: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  resetPassword: '/reset-password',
  keepSecondStep: '/keep-second-step',
  certificationClaim: CLAIM_PATH,
  panicContact: '/panic-contact',
  terms: '/terms',
  privacy: '/privacy',
  emergency: '/emergency',
  supportLogin: '/support-login',
  support: '/support',
  user: '/user',
  userSettings: '/user/settings',
  userLooks: '/user/looks',
  userRequests: '/user/requests',
  userRequest: '/user/requests/$id',
  userIncidents: '/user/incidents',
  userIncident: '/user/incidents/$id',
  installer: '/installer',
  installerOverview: '/installer/overview',
  installerRequests: '/installer/requests',
  installerRequest: '/installer/requests/$id',
  installerIncidents: '/installer/incidents',
  installerIncident: '/installer/incidents/$id',
  installerDevices: '/installer/devices',
  installerSettings: '/installer/settings',
  installerCompany: '/installer/company',
  installerSetup: '/installer/setup',
  installerCommissioning: '/installer/commissioning',
} as const;

/** The tabs of the user's dashboard, as in `?tab=`. Without the parameter the Dashboard tab is open. */
const userTabs = ['dashboard', 'devices', 'live'] as const;

export type UserTab = (typeof userTabs)[number];

/** The search parameters of the user's dashboard. */
export interface UserSearch {
  tab?: UserTab;
  /** The serial number of the chosen device. */
  device?: string;
  /** How a checkout ended, in the address that the checkout returns to. */
  checkout?: 'done' | 'cancelled';
}

const LONGEST_SERIAL = 64;

/** Reads the parameters from an address, which a user may have typed. */
export function readUserSearch({ tab, device, checkout }: Record<string, unknown>): UserSearch {
  const known = userTabs.find((each) => each === tab);
  const isSerial = typeof device === 'string' && device !== '' && device.length <= LONGEST_SERIAL;
  const isReturn = checkout === 'done' || checkout === 'cancelled';
  return { ...(known && { tab: known }), ...(isSerial && { device }), ...(isReturn && { checkout }) };
}

/** The search parameters of the sign-up. */
export interface SignUpSearch {
  type?: 'installer' | 'user';
}

export function readSignUpSearch({ type }: Record<string, unknown>): SignUpSearch {
  return type === 'installer' || type === 'user' ? { type } : {};
}
