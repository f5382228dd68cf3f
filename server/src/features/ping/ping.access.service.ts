import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingLocation, PingOutcome } from '@trace/contract/ping/ping.schema';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { LocationAccessPort, NewView, Sight } from '#features/location-access/location-access.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { mayPing, type PingVerdict } from './ping.policy.ts';
import { presentLocation, presentOutcome } from './ping.present.rules.ts';
import { findLocation, findPing, listLocations, type LocationRow, type PingRow } from './ping.store.ts';

/** Permission to ping a device and to see the positions that pings found. */
export type PingAccess = ReturnType<typeof createPingAccess>;

export interface PingAccessDependencies {
  database: Database;
  devices: DevicesPort;
  subscription: SubscriptionPort;
  access: LocationAccessPort;
}

export function createPingAccess({ database, devices, subscription, access }: PingAccessDependencies) {
  /** Records the view before the position is handed over. Returns false if the grant has ended by now. */
  const mayHandOver = async (
    actor: Actor,
    device: KnownDevice,
    { right, grantId }: Sight,
    view: Pick<NewView, 'what' | 'positions' | 'viewing'>,
  ): Promise<boolean> => {
    if (right === null || view.positions === 0) return true;
    const one = { viewerId: actor.accountId, deviceId: device.id, right, grantId, ...view };
    return (await access.recordViews(database.sql, [one])).length === 1;
  };

  const seenOutcome = async (actor: Actor, device: KnownDevice, id: string): Promise<PingOutcome | null> => {
    const ping = await findPing(database.sql, id);
    if (ping === null) throw noSuchPing();
    const location = ping.outcome === 'located' ? await findLocation(database.sql, id) : null;
    if (location === null) return presentOutcome(ping, null);
    const sight = await access.locationAccessOf(actor.accountId, device);
    if (sight === null || !isInSight(sight, ping, location)) return null;
    // The device answered with a fix from before this person's time with it.
    if (!isMeasuredSince(sight.from, location)) return presentOutcome({ ...ping, outcome: 'no_fix' }, null);
    const view = { what: 'ping' as const, positions: 1, viewing: id };
    return (await mayHandOver(actor, device, sight, view)) ? presentOutcome(ping, location) : null;
  };

  /** Returns the device if this person may see where the device is. Returns null instead of a refusal. */
  const seenDevice = async (actor: Actor, serial: string): Promise<KnownDevice | null> => {
    const device = await devices.findFor(actor.accountId, serial);
    return device === null || (await access.locationAccessOf(actor.accountId, device)) === null ? null : device;
  };

  return {
    seenDevice,

    /** Returns the device and the positions that this person may see. Otherwise throws the refusal with the reason. */
    async requireLocationAccess(actor: Actor, serial: string): Promise<{ device: KnownDevice; sight: Sight }> {
      const device = await devices.getFor(actor.accountId, serial);
      const sight = await access.locationAccessOf(actor.accountId, device);
      if (sight === null) throw notSeen(device);
      return { device, sight };
    },

    /**
     * T07: reads the facts of the decision anew in the transaction that stores the command, and locks these facts until
     * commit.
     */
    async permit(
      tx: Executor,
      actor: Actor,
      serial: string,
    ): Promise<{ verdict: PingVerdict; grantId: string | null }> {
      const device = await devices.getLockedFor(tx, actor.accountId, serial);
      const sight = await access.lockLocationAccess(tx, actor.accountId, device);
      const isPremium = await subscription.lockPremium(tx, actor.accountId);
      const verdict = mayPing(device.relation, { isPremium, hasGrant: sight !== null });
      if (sight === null || verdict === 'forbidden' || verdict === 'grant_required') throw notSeen(device);
      return { verdict, grantId: sight.grantId };
    },

    /**
     * Returns the state or outcome of a ping for this person. Refuses if the ping found a position that the person may
     * not see, or no longer may see.
     */
    async outcomeFor(actor: Actor, serial: string, id: string): Promise<PingOutcome> {
      // Reads the device again, because access may have ended during the wait.
      const device = await devices.getFor(actor.accountId, serial);
      const outcome = await seenOutcome(actor, device, id);
      if (outcome === null) throw notSeen(device);
      return outcome;
    },

    /** Returns the outcome for a stream: null instead of a refusal. */
    async outcomeOrNothing(actor: Actor, serial: string, id: string): Promise<PingOutcome | null> {
      const device = await seenDevice(actor, serial);
      return device === null ? null : seenOutcome(actor, device, id);
    },

    /** The newest locations that this person may see. */
    async locationsFor(actor: Actor, device: KnownDevice, sight: Sight): Promise<PingLocation[]> {
      const rows = await listLocations(database.sql, device.id, sight, pingRules.historyLength);
      const view = { what: 'history' as const, positions: rows.length };
      if (!(await mayHandOver(actor, device, sight, view))) throw notSeen(device);
      return rows.map(presentLocation);
    },
  };
}

export const noSuchPing = (): Refusal => new Refusal('not_found', 'Ping not found.');

/**
 * Returns why a person related to a device does not see where the device is (authorization.md, table 1: getLocation).
 */
const notSeen = ({ relation }: KnownDevice): Refusal =>
  relation === 'company_unassigned'
    ? new Refusal('forbidden', locationAccessTexts.installerOnly)
    : new Refusal('grant_required', locationAccessTexts.grantRequired);

/**
 * Laws 6 and 8: a ping under the grant found its position during the grant. Any other ping is visible by the time of
 * its position.
 */
function isInSight({ from, until, grantId }: Sight, ping: PingRow, { at }: LocationRow): boolean {
  if (grantId !== null && ping.grantId === grantId) return true;
  return at >= from && (until === null || at <= until);
}

/** Law 6 counts the time of the fix, which devices tell in whole seconds. */
const isMeasuredSince = (from: Date, { fixAt }: LocationRow): boolean =>
  fixAt === null || fixAt.getTime() > from.getTime() - SECOND_MS;
