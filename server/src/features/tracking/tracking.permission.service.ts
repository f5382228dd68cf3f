import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { historyTexts } from '@trace/contract/tracking/tracking.history.texts';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { LocationAccessPort, Sight } from '#features/location-access/location-access.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { mayFollow, mayReadHistory } from './tracking.policy.ts';

/** A device that a person may follow, and the positions that the person may see. */
export interface Followable {
  device: KnownDevice;
  sight: Sight;
}

export type TrackingPermission = ReturnType<typeof createTrackingPermission>;

export interface PermissionDependencies {
  devices: DevicesPort;
  subscription: SubscriptionPort;
  access: LocationAccessPort;
}

export function createTrackingPermission({ devices, subscription, access }: PermissionDependencies) {
  return {
    /** Returns the device if this person may follow the device. Otherwise throws the refusal with the reason. */
    async followable(actor: Actor, serial: string): Promise<Followable> {
      const device = await devices.getFor(actor.accountId, serial);
      const [sight, isPremium] = await Promise.all([
        access.locationAccessOf(actor.accountId, device),
        subscription.isPremium(actor.accountId),
      ]);
      return decided(device, sight, isPremium);
    },

    /**
     * Same, but reads the facts anew in the transaction that stores the result, and locks these facts until commit (T07).
     */
    async lockFollowable(tx: Executor, actor: Actor, serial: string): Promise<Followable> {
      const device = await devices.getLockedFor(tx, actor.accountId, serial);
      const sight = await access.lockLocationAccess(tx, actor.accountId, device);
      return decided(device, sight, await subscription.lockPremium(tx, actor.accountId));
    },

    /**
     * Returns the device if this person may read its history since the assignment (law 6). Otherwise throws the refusal
     * with the reason.
     */
    async historyOf(actor: Actor, serial: string): Promise<KnownDevice> {
      const device = await devices.getFor(actor.accountId, serial);
      const verdict = mayReadHistory(device.relation, { isPremium: await subscription.isPremium(actor.accountId) });
      if (verdict === 'premium_required') throw new Refusal('premium_required', subscriptionTexts.premiumRequired);
      if (verdict === 'forbidden') throw new Refusal('forbidden', historyTexts.userOnly);
      return device;
    },
  };
}

function decided(device: KnownDevice, sight: Sight | null, isPremium: boolean): Followable {
  const verdict = mayFollow(device.relation, { isPremium, hasGrant: sight !== null });
  if (verdict === 'premium_required') throw new Refusal('premium_required', subscriptionTexts.premiumRequired);
  if (verdict === 'forbidden') throw new Refusal('forbidden', locationAccessTexts.installerOnly);
  if (verdict === 'grant_required' || sight === null)
    throw new Refusal('grant_required', locationAccessTexts.grantRequired);
  return { device, sight };
}
