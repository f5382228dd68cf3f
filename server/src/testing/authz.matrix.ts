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
import { endOtherSessions, endSession, listSessions } from '@trace/contract/auth/auth.sessions.api';
import { checkCertification, getOwnCertification, getTraining } from '@trace/contract/certification/certification.api';
import { deviceStatusFunction, listStatuses } from '@trace/contract/device-status/device-status.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { provisionCertificate } from '@trace/contract/devices/devices.registration.api';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { getMapsKey, getMapStyle } from '@trace/contract/maps/maps.api';
import { cancelPing, getPingQuota, listPings, pingDevice } from '@trace/contract/ping/ping.api';
import { getAnnouncement, listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';
import { getSubscription } from '@trace/contract/subscription/subscription.api';
import { getPath, listPositions, renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { listRows } from './authz.list.matrix.ts';
import type { SignedIn } from './portal.ts';

/**
 * The kinds of people, by how they stand to the object: AN nobody signed in; US signed in, nothing to do with it;
 * AF and AP its user, free and premium; I0 an installer without relation; I1 and I2 its registering installer before
 * and after it has a user; SA support staff.
 */
export const principals = ['AN', 'US', 'AF', 'AP', 'I0', 'I1', 'I2', 'SA'] as const;

export type Principal = (typeof principals)[number];

/**
 * What a cell says: `A` allowed; `n` 404, the existence is hidden; `f` 403 forbidden; `g` 403 grant_required;
 * `P` 402 premium_required; `u` 401.
 */
export type Cell = 'A' | 'n' | 'f' | 'g' | 'P' | 'u';

/** What a call is about; made anew for each cell. */
export interface Subject {
  serial: string;
  /** A ping of the caller for that device that waits, or a random id where the caller has none. */
  pingId: string;
  /** The caller's own viewer of that device, or a random id. */
  viewerId: string;
  email: string;
  csr: string;
  /** Somebody new of the caller's kind, where the call changes or ends the account that makes it. */
  person?: SignedIn;
  /** Another session of the caller. */
  sessionId?: string;
  /** The code of a change of e-mail that waits. */
  code?: string;
}

export interface Row {
  endpoint: AnyEndpoint;
  /** One letter per principal, in their order. */
  cells: string;
  call(subject: Subject): { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  /** Writes of this action that an allowed call leaves in the audit log; left out where it leaves none. */
  audit?: string;
  /** Which of the caller's things have to be there. */
  needs?: 'ping' | 'viewer' | 'person' | 'session' | 'emailChange';
}

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

// Staff have no relation to a device until the back-office gives them theirs: until then it is hidden from them.
export const matrix: readonly Row[] = [
  // Sign-in is recorded in the activity log.
  { endpoint: signIn, cells: 'AAAAAAAA', call: ({ email }) => ({ body: { email, password: 'Harbour-2026-bridge' } }) },
  { endpoint: signOut, cells: 'AAAAAAAA', call: () => ({}) },
  { endpoint: getSession, cells: 'AAAAAAAA', call: () => ({}) },
  { endpoint: listSessions, cells: 'uAAAAAAA', call: () => ({}) },
  {
    endpoint: endSession,
    cells: 'uAAAAAAA',
    call: ({ sessionId, viewerId }) => ({ params: { id: sessionId ?? viewerId } }),
    audit: 'auth.endSession',
    needs: 'session',
  },
  { endpoint: endOtherSessions, cells: 'uAAAAAAA', call: () => ({}), audit: 'auth.endOtherSessions', needs: 'person' },
  { endpoint: getProfile, cells: 'uAAAAAAA', call: () => ({}) },
  {
    endpoint: updateProfile,
    cells: 'uAAAAAAA',
    call: () => ({ body: { lastName: 'Example' } }),
    audit: 'accounts.updateProfile',
  },
  {
    endpoint: changeEmail,
    cells: 'uAAAAAAA',
    call: ({ viewerId }) => ({ body: { email: `${viewerId}@example.com` } }),
    audit: 'accounts.changeEmail',
    needs: 'person',
  },
  {
    endpoint: confirmEmail,
    cells: 'uAAAAAAA',
    call: ({ code }) => ({ body: { code: code ?? '000000' } }),
    audit: 'accounts.confirmEmail',
    needs: 'emailChange',
  },
  {
    endpoint: changePassword,
    cells: 'uAAAAAAA',
    call: () => ({ body: { password: 'Lantern-2027-ferry' } }),
    audit: 'accounts.changePassword',
    needs: 'person',
  },
  { endpoint: downloadData, cells: 'uAAAAAAA', call: () => ({}), audit: 'accounts.download' },
  // Staff are ended by other staff.
  {
    endpoint: deleteAccount,
    cells: 'uAAAAAAf',
    call: () => ({ body: { confirmation: 'delete my account' } }),
    audit: 'accounts.delete',
    needs: 'person',
  },
  { endpoint: getSubscription, cells: 'uAAAAAAA', call: () => ({}) },
  // Law 4: each reads what is their own; that staff read all is a page of the back-office.
  { endpoint: listDevices, cells: 'uAAAAAAA', call: () => ({}) },
  { endpoint: listStatuses, cells: 'uAAAAAAA', call: () => ({}) },
  {
    endpoint: provisionCertificate,
    cells: 'unffnAfn',
    call: ({ serial, csr }) => ({ body: { serialNumber: serial, csr } }),
    audit: 'device.certificate',
  },
  {
    endpoint: deviceStatusFunction,
    cells: 'unAAnAAn',
    call: ({ serial }) => ({ body: { serialNumber: serial, action: 'getStatus' } }),
  },
  {
    endpoint: pingDevice,
    cells: 'unAAnAgn',
    call: ({ serial, pingId }) => ({ params: { serial }, body: { id: pingId } }),
    audit: 'ping.create',
  },
  { endpoint: listPings, cells: 'unAAnAgn', call: ofDevice },
  // One's own ping alone: I2 cannot have one, and its id is as random as any.
  {
    endpoint: cancelPing,
    cells: 'unAAnAnn',
    call: ({ pingId }) => ({ params: { id: pingId } }),
    audit: 'ping.cancel',
    needs: 'ping',
  },
  { endpoint: getPingQuota, cells: 'uAAAAAAA', call: () => ({}) },
  {
    endpoint: startLive,
    cells: 'unPAnAgn',
    call: ({ serial, viewerId }) => ({ params: { serial }, body: { viewerId } }),
    audit: 'tracking.start',
  },
  // A renewal changes nothing but how long what was audited goes on.
  {
    endpoint: renewLive,
    cells: 'unPAnAgn',
    call: ({ serial, viewerId }) => ({ params: { serial, viewerId } }),
    needs: 'viewer',
  },
  {
    endpoint: stopLive,
    cells: 'unPAnAgn',
    call: ({ serial, viewerId }) => ({ params: { serial, viewerId } }),
    audit: 'tracking.stop',
    needs: 'viewer',
  },
  { endpoint: getPath, cells: 'unPAnAgn', call: ofDevice },
  {
    endpoint: listPositions,
    cells: 'unPAnAgn',
    call: ({ serial }) => ({ params: { serial }, query: { receivedSince: '0' } }),
  },
  { endpoint: listRecentUpdates, cells: 'AAAAAAAA', call: () => ({}) },
  { endpoint: getAnnouncement, cells: 'AAAAAAAA', call: () => ({}) },
  // Yes or no, ten times an hour from one address.
  {
    endpoint: checkCertification,
    cells: 'AAAAAAAA',
    call: ({ email }) => ({ body: { firstName: 'Noah', lastName: 'Tan', email } }),
  },
  { endpoint: getOwnCertification, cells: 'ufffAAAf', call: () => ({}) },
  { endpoint: getTraining, cells: 'AAAAAAAA', call: () => ({}) },
  { endpoint: getMapStyle, cells: 'AAAAAAAA', call: () => ({}) },
  { endpoint: getMapsKey, cells: 'uAAAAAAA', call: () => ({}) },
  ...listRows,
];

/** Routes that are no endpoints of the contract; what they let through stands in tests of their own. */
export const otherDoors = ['GET /api/stream'] as const;

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
