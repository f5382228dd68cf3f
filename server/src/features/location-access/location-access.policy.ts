import type { Role } from '@trace/contract/kernel/roles';
import type { KnownDevice } from '#features/devices/devices.port';
import type { LiveGrant, Sight } from './location-access.port.ts';

type KnownRelation = Pick<KnownDevice, 'id' | 'relation' | 'since'>;

export type RequestVerdict = 'allowed' | 'not_found' | 'forbidden' | 'not_assigned';

/** May this person ask to see where a device is (authorization.md, table 2): only of a device that has a user. */
export function mayRequest(device: Pick<KnownDevice, 'relation'> | null): RequestVerdict {
  switch (device?.relation) {
    case undefined:
      return 'not_found';
    case 'assigned_user':
      return 'forbidden';
    case 'installer_unassigned':
    case 'company_unassigned':
      return 'not_assigned';
    case 'installer_assigned':
    case 'company_assigned':
      return 'allowed';
  }
}

/** The basis of a request and of the grant that results. */
export interface AccessBasis {
  readonly deviceId: number;
  readonly requesterId: string;
  readonly userId: string;
  /** Since when the user had the device at the time of the request. */
  readonly userSince: Date;
}

/** Whether the basis is still valid: the same assignment to the same user, and a requester who services the device. */
export function isBasisValid(basis: AccessBasis, requester: KnownRelation | null, user: KnownRelation | null): boolean {
  return isUser(basis, user) && requester?.id === basis.deviceId && mayRequest(requester) === 'allowed';
}

/** Whether this person is the user to whom the request was made, by the same assignment. */
export const isUser = (basis: AccessBasis, person: KnownRelation | null): boolean =>
  person?.id === basis.deviceId &&
  person.relation === 'assigned_user' &&
  person.since.getTime() === basis.userSince.getTime();

export type AnswerVerdict = 'allowed' | 'not_found' | 'forbidden';

/** Decides whether this person may answer: only the device's current user, and never the requester (law 5). */
export function mayAnswer(
  actor: { accountId: string; role: Role },
  request: AccessBasis | null,
  relation: KnownRelation | null,
): AnswerVerdict {
  if (actor.role === 'staff') return 'forbidden';
  if (request === null || request.requesterId === actor.accountId || request.userId !== actor.accountId) {
    return 'not_found';
  }
  return isUser(request, relation) ? 'allowed' : 'not_found';
}

/** Whether seeing where the device is needs a grant: the device counts as assigned, and to another person. */
export const needsGrant = (relation: KnownDevice['relation']): boolean =>
  relation === 'installer_assigned' || relation === 'company_assigned';

/** Returns the positions that a person with this relation to a device may see (laws 6 and 8), or null. */
export function sightBy(
  { relation, since }: Pick<KnownDevice, 'relation' | 'since'>,
  grant: LiveGrant | null,
): Sight | null {
  if (relation === 'assigned_user') return { from: since, until: null, right: null, grantId: null };
  if (relation === 'installer_unassigned')
    return { from: since, until: null, right: 'installer_unassigned', grantId: null };
  if (!needsGrant(relation) || grant === null) return null;
  return { from: grant.startsAt, until: grant.endsAt, right: 'grant', grantId: grant.grantId };
}
