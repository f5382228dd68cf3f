import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  downloadData,
  getProfile,
  updateProfile,
} from '@trace/contract/accounts/accounts.api';
import { getSession, signIn, signOut } from '@trace/contract/auth/auth.api';
import { endOtherSessions, endSession, listSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { checkCertification, getOwnCertification, getTraining } from '@trace/contract/certification/certification.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { provisionCertificate } from '@trace/contract/devices/registration/devices.registration.api';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { getMapsKey, getMapStyle } from '@trace/contract/maps/maps.api';
import {
  cancelPing,
  getPing,
  getPingQuota,
  listOwnPings,
  listPings,
  listPingWaits,
  pingDevice,
} from '@trace/contract/ping/ping.api';
import { getAnnouncement, listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';
import { getSubscription } from '@trace/contract/subscription/subscription.api';
import { listFixes } from '@trace/contract/tracking/tracking.fix.api';
import { listLastPlaces } from '@trace/contract/tracking/tracking.places.api';
import { getPath, listPositions, renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import type { Portal, SignedIn } from '#testing/portal';

/**
 * Kinds of principals, by their relation to the object: AN not signed in; US signed in without relation; AF and AP its
 * user, free and premium; I0 an installer without relation; I1 and I2 its registering installer before and after
 * assignment to a user, I3 with a live grant of their own; CM1, CM2 and CM3 likewise of the device's company without
 * having registered the device; SA support staff.
 */
export const principals = ['AN', 'US', 'AF', 'AP', 'I0', 'I1', 'I2', 'I3', 'CM1', 'CM2', 'CM3', 'SA'] as const;

export type Principal = (typeof principals)[number];

/**
 * Meaning of a cell: `A` allowed; `n` 404, the existence is hidden; `f` 403 forbidden; `g` 403 grant_required; `P` 402
 * premium_required; `u` 401; `c` 409 conflict; `L` 423 locked; `-` 404, since there is no object to act on.
 */
export type Cell = 'A' | 'n' | 'f' | 'g' | 'P' | 'u' | 'c' | 'L' | '-';

/** The objects of a call, created for each cell. */
export interface Subject {
  serial: string;
  /** A ping of the caller for that device that waits, or a random id where the caller has none. */
  pingId: string;
  /** The caller's own viewer of that device, or a random id. */
  viewerId: string;
  email: string;
  csr: string;
  /** A new user of the caller's kind, for calls that change or end the calling account. */
  person?: SignedIn;
  /** Another session of the caller. */
  sessionId?: string;
  /** The code of a change of e-mail that waits. */
  code?: string;
  /** The object that `prepare` created. */
  thingId?: string;
}

export interface Row {
  endpoint: AnyEndpoint;
  /** A letter per principal, in the order of `principals`. */
  cells: string;
  call(subject: Subject): { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  /** The action of the audit entry that an allowed call writes. Omitted if the call writes no entry. */
  audit?: string;
  /** An allowed call waits for the device's answer, so the device is connected. */
  isAnswered?: true;
  /** Which of the caller's things have to be there. */
  needs?: 'ping' | 'viewer' | 'person' | 'session' | 'emailChange' | 'waiting' | 'csr';
  /** The answer contains the address of the installer who requests access (`installer_email`). */
  sendsEmail?: true;
  /**
   * Creates the object of a call for every principal, so that a refusal has an object to hide. `person` is undefined
   * when not signed in.
   */
  stage?(portal: Portal, person: SignedIn | undefined, serial: string): Promise<Partial<Subject>>;
  /** Creates the object of an allowed call. */
  prepare?(portal: Portal, person: SignedIn, subject: Subject): Promise<Partial<Subject>>;
}

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

// Staff have no relation to a device until the back-office gives them a relation. Until then the device is hidden from
// staff.
export const matrix: readonly Row[] = [
  // Sign-in is recorded in the activity log.
  {
    endpoint: signIn,
    cells: 'AAAAAAAAAAAA',
    call: ({ email }) => ({ body: { email, password: 'Harbour-2026-bridge' } }),
  },
  { endpoint: signOut, cells: 'AAAAAAAAAAAA', call: () => ({}) },
  { endpoint: getSession, cells: 'AAAAAAAAAAAA', call: () => ({}) },
  { endpoint: listSessions, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  {
    endpoint: endSession,
    cells: 'uAAAAAAAAAAA',
    call: ({ sessionId, viewerId }) => ({ params: { id: sessionId ?? viewerId } }),
    audit: 'auth.endSession',
    needs: 'session',
  },
  {
    endpoint: endOtherSessions,
    cells: 'uAAAAAAAAAAA',
    call: () => ({}),
    audit: 'auth.endOtherSessions',
    needs: 'person',
  },
  { endpoint: getProfile, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  {
    endpoint: updateProfile,
    cells: 'uAAAAAAAAAAA',
    call: () => ({ body: { lastName: 'Example' } }),
    audit: 'accounts.updateProfile',
  },
  {
    endpoint: changeEmail,
    cells: 'uAAAAAAAAAAA',
    call: ({ viewerId }) => ({ body: { email: `${viewerId}@example.com` } }),
    audit: 'accounts.changeEmail',
    needs: 'person',
  },
  {
    endpoint: confirmEmail,
    cells: 'uAAAAAAAAAAA',
    call: ({ code }) => ({ body: { code: code ?? '000000' } }),
    audit: 'accounts.confirmEmail',
    needs: 'emailChange',
  },
  {
    endpoint: changePassword,
    cells: 'uAAAAAAAAAAA',
    call: () => ({ body: { password: 'Lantern-2027-ferry' } }),
    audit: 'accounts.changePassword',
    needs: 'person',
  },
  { endpoint: downloadData, cells: 'uAAAAAAAAAAA', call: () => ({}), audit: 'accounts.download' },
  // Staff are ended by other staff.
  {
    endpoint: deleteAccount,
    cells: 'uAAAAAAAAAAf',
    call: () => ({ body: { confirmation: 'delete my account' } }),
    audit: 'accounts.delete',
    needs: 'person',
  },
  { endpoint: getSubscription, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  // Law 4: each user reads only their own data. Staff read all data on a page of the back-office.
  { endpoint: listDevices, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: listStatuses, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  // Times alone, of devices that are the caller's own: on any plan.
  { endpoint: listFixes, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: listLastPlaces, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  {
    endpoint: provisionCertificate,
    cells: 'unffnAfffffn',
    call: ({ serial, csr }) => ({ body: { serialNumber: serial, csr } }),
    needs: 'csr',
    audit: 'device.certificate',
  },
  {
    endpoint: deviceStatusFunction,
    cells: 'unAAnAAAAAAn',
    call: ({ serial }) => ({ body: { serialNumber: serial, action: 'getStatus' } }),
  },
  {
    endpoint: pingDevice,
    cells: 'unAAnAgAfgAn',
    call: ({ serial, pingId }) => ({ params: { serial }, body: { id: pingId } }),
    audit: 'ping.create',
    isAnswered: true,
  },
  { endpoint: listPings, cells: 'unAAnAgAfgAn', call: ofDevice },
  // Only the caller's own ping is found. I2 cannot have a ping, so its id is random.
  {
    endpoint: cancelPing,
    cells: 'unAAnAnAnnAn',
    call: ({ pingId }) => ({ params: { id: pingId } }),
    audit: 'ping.cancel',
    needs: 'ping',
  },
  { endpoint: getPing, cells: 'unAAnAnAnnAn', call: ({ pingId }) => ({ params: { id: pingId } }), needs: 'ping' },
  { endpoint: listOwnPings, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: listPingWaits, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: getPingQuota, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  {
    endpoint: startLive,
    cells: 'unPAnAgAfgAn',
    call: ({ serial, viewerId }) => ({ params: { serial }, body: { viewerId } }),
    audit: 'tracking.start',
    isAnswered: true,
  },
  // A renewal only extends the live session that was audited at its start.
  {
    endpoint: renewLive,
    cells: 'unPAnAgAfgAn',
    call: ({ serial, viewerId }) => ({ params: { serial, viewerId } }),
    needs: 'viewer',
    isAnswered: true,
  },
  {
    endpoint: stopLive,
    cells: 'unPAnAgAfgAn',
    call: ({ serial, viewerId }) => ({ params: { serial, viewerId } }),
    audit: 'tracking.stop',
    needs: 'viewer',
    isAnswered: true,
  },
  { endpoint: getPath, cells: 'unPAnAgAfgAn', call: ofDevice },
  {
    endpoint: listPositions,
    cells: 'unPAnAgAfgAn',
    call: ({ serial }) => ({ params: { serial }, query: { receivedSince: '0' } }),
  },
  { endpoint: listRecentUpdates, cells: 'AAAAAAAAAAAA', call: () => ({}) },
  { endpoint: getAnnouncement, cells: 'AAAAAAAAAAAA', call: () => ({}) },
  // The answer is only yes or no, and an address may ask ten times an hour.
  {
    endpoint: checkCertification,
    cells: 'AAAAAAAAAAAA',
    call: ({ email }) => ({ body: { firstName: 'Noah', lastName: 'Tan', email } }),
  },
  { endpoint: getOwnCertification, cells: 'ufffAAAAAAAf', call: () => ({}) },
  { endpoint: getTraining, cells: 'AAAAAAAAAAAA', call: () => ({}) },
  { endpoint: getMapStyle, cells: 'AAAAAAAAAAAA', call: () => ({}) },
  { endpoint: getMapsKey, cells: 'uAAAAAAAAAAA', call: () => ({}) },
];

/** Routes outside the contract, or without a user. Separate tests cover access to these routes. */
export const otherDoors = [
  'GET /api/stream',
  'POST /api/stripe/webhook',
  // The link in a message is the proof, whoever is signed in.
  'POST /api/panic-contact-consent/see',
  'POST /api/panic-contact-consent/answer',
  'POST /api/panic-contact-consent/drills',
  'POST /api/panic-contact-consent/stop',
  'POST /api/panic/link/read',
  'POST /api/panic/link/steps',
  'POST /api/panic/link/seen',
  'POST /api/panic/link/take',
  'POST /api/panic/link/release',
  'POST /api/panic/link/close',
  'POST /api/panic/link/notes',
] as const;

/** Keys that no answer may hold. */
export const bannedKeys = [
  /^ajax_?password$/i,
  /^sim_?password$/i,
  /password/i,
  /_?hash$/i,
  /token/i,
  /secret/i,
  /private_?key/i,
  /^registered_?by$/i,
  /^assigned_?to$/i,
] as const;
