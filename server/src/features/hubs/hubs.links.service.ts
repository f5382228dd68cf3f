import { randomInt, randomUUID } from 'node:crypto';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import { DAY_MS, HOUR_MS } from '@trace/contract/kernel/time';
import { Refusal } from '#platform/refusal/refusal';
import {
  createVerificationSessions,
  type VerificationSessionDependencies,
} from './hubs.verification-sessions.service.ts';
import {
  deleteLinks,
  deletePrevious,
  findLink,
  listDevicesOfHub,
  lockLink,
  insertLink,
  setLinkAside,
  swapLinks,
  updateLinkDevice,
} from './hubs.links.store.ts';
import type { HubsPort, RelinkedHandler } from './hubs.port.ts';

/**
 * A refresh token of the shorter kind lives for a week. With renewal after a day, the token survives several bad days
 * of the service.
 */
const RENEW_AFTER_MS = DAY_MS;
const RENEW_SPREAD_MS = 4 * HOUR_MS;

/** Spread, so that links made together are not renewed together. */
export const nextRenewal = (now: Date): Date => new Date(now.getTime() + RENEW_AFTER_MS - randomInt(RENEW_SPREAD_MS));

/** The context for sealing the only stored secret (T14). */
export const linkContext = (deviceId: number): string => `hub-link:${deviceId}:refresh_token`;

export type HubLinks = Pick<
  HubsPort,
  'link' | 'unlink' | 'swap' | 'move' | 'forgetPrevious' | 'forget' | 'linkOf' | 'devicesOfHub'
>;

export function createHubLinks(dependencies: VerificationSessionDependencies, onRelinked: RelinkedHandler): HubLinks {
  const { clock, secrets } = dependencies;
  const handles = createVerificationSessions(dependencies);
  return {
    async link(tx, owner, deviceId, { handle, hubId }) {
      const taken = await handles.take(tx, owner, handle);
      // T13: a hub id that is not in the list of this handle may belong to any account.
      const chosen = taken.hubs?.find((hub) => hub.hubId === hubId);
      if (chosen === undefined) throw new Refusal('conflict', hubsTexts.hubNotListed, { field: 'body.hub' });
      const now = clock.now();
      const { refreshToken } = taken;
      await setLinkAside(tx, deviceId);
      await insertLink(tx, {
        deviceId,
        linkId: randomUUID(),
        hubId,
        hubName: chosen.name,
        hubUserId: taken.hubUserId,
        sealedRefreshToken: refreshToken === null ? null : secrets.seal(refreshToken, linkContext(deviceId)),
        linkedBy: owner.accountId,
        linkedAt: now,
        nextRenewalAt: refreshToken === null ? null : nextRenewal(now),
      });
      const link = { hubId, hubName: chosen.name, brokenSince: null };
      await onRelinked(tx, deviceId, link);
      return link;
    },
    async unlink(tx, deviceId) {
      await setLinkAside(tx, deviceId);
      await onRelinked(tx, deviceId, null);
    },
    async swap(tx, deviceId) {
      await swapLinks(tx, deviceId, clock.now());
      await onRelinked(tx, deviceId, await findLink(tx, deviceId));
    },
    async move(tx, fromDeviceId, toDeviceId) {
      const link = await lockLink(tx, fromDeviceId);
      await deletePrevious(tx, [fromDeviceId]);
      if (link === null) return null;
      const { sealedRefreshToken: sealed, renewingUntil, hubId, hubName, brokenSince } = link;
      // A renewal in progress is about to replace the token.
      if (renewingUntil !== null && renewingUntil > clock.now())
        throw new Refusal('conflict', registrationTexts.changedMeanwhile);
      const sealedRefreshToken =
        sealed === null ? null : secrets.seal(secrets.open(sealed, linkContext(fromDeviceId)), linkContext(toDeviceId));
      await updateLinkDevice(tx, fromDeviceId, { deviceId: toDeviceId, sealedRefreshToken });
      const moved = { hubId, hubName, brokenSince };
      await onRelinked(tx, fromDeviceId, null);
      await onRelinked(tx, toDeviceId, moved);
      return moved;
    },
    forgetPrevious: deletePrevious,
    forget: deleteLinks,
    linkOf: findLink,
    devicesOfHub: listDevicesOfHub,
  };
}
