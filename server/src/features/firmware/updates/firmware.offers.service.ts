import { firmwareRules, type WaitingReason } from '@trace/contract/firmware/firmware.rules';
import { rolloutSettingsSchema } from '@trace/contract/firmware/staff/firmware.staff.schema';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Addresses } from '../delivery/firmware.address.service.ts';
import type { Releases } from '../releases/firmware.releases.port.ts';
import type { Guards } from '../rollouts/firmware.guards.service.ts';
import { holdRollout, type RolloutRow } from '../rollouts/firmware.rollouts.store.ts';
import {
  findLoadableOfCommand,
  listCandidates,
  saveLooks,
  takeOffers,
  type Candidate,
} from './firmware.offers.store.ts';
import { SECOND_MS } from '@trace/contract/kernel/time';

const LOOKED_AT_PER_ROUND = 1_000;
const OFFERS_PER_TRANSACTION = 100;
/** A device in another state than before is offered its update within this time. */
const LOOK_AGAIN_MS = 15 * SECOND_MS;

export interface OffersDependencies {
  clock: Clock;
  database: Database;
  commands: DeviceCommandsPort;
  guards: Guards;
  releases: Releases;
  addresses: Pick<Addresses, 'addressOf'>;
  publish(tx: Executor, deviceIds: readonly number[]): Promise<void>;
}

export type Offers = ReturnType<typeof createOffers>;

/** Offers updates to devices whose guards allow it. */
export function createOffers(dependencies: OffersDependencies) {
  const { clock, database, commands, guards, releases, addresses, publish } = dependencies;

  /** The parameters are completed when the command is sent: the address is a secret, and the manifest is long. */
  const issue = (tx: Executor, { serial, deviceId }: Candidate, offer: { id: string; commandId: string }) =>
    commands.issue(tx, {
      requestId: offer.commandId,
      device: { id: deviceId, serial },
      command: 'updateFirmware',
      parameters: { updateId: offer.id, manifest: '', keyId: '', signature: '', url: '' },
      purpose: 'firmware',
      sentBy: null,
      expiresAt: new Date(clock.now().getTime() + firmwareRules.progressWithinMs),
    });

  /** Offers what may still be offered. Returns the ids of the updates. */
  const offer = (
    { id: rolloutId }: Pick<RolloutRow, 'id'>,
    candidates: readonly Candidate[],
    { byCommand }: { byCommand: boolean },
  ): Promise<string[]> =>
    database.transaction(async (tx) => {
      // A pause or halt that commits first is seen here. One that comes later takes these offers back.
      const rollout = await holdRollout(tx, rolloutId);
      if (rollout?.state !== 'running' && rollout?.state !== 'done') return [];
      const release = await releases.findPublished(tx, rollout.releaseId);
      if (release === null || release.expiresAt <= clock.now()) return [];
      const taken = await takeOffers(
        tx,
        candidates.map(({ id }) => id),
        clock.now(),
      );
      const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
      if (byCommand) for (const one of taken) await issue(tx, byId.get(one.id)!, one);
      await publish(
        tx,
        taken.map(({ deviceId }) => deviceId),
      );
      return taken.map(({ id }) => id);
    });

  commands.onSending('firmware', async ({ requestId }) => {
    const found = await findLoadableOfCommand(database.sql, requestId);
    const release = found && (await releases.findPublished(database.sql, found.releaseId));
    if (found === null || release === null) throw new Error('The update is no longer offered.');
    return { ...release.signed, url: addresses.addressOf(found.serial, found.id) };
  });

  /** Stores why updates wait, and publishes new reasons of wanted updates. */
  const keepReasons = (
    candidates: readonly Candidate[],
    reasons: ReadonlyMap<string, WaitingReason>,
    now: Date,
  ): Promise<void> =>
    database.transaction(async (tx) => {
      await saveLooks(
        tx,
        [...reasons].map(([id, reason]) => ({ id, reason })),
        now,
      );
      const news = candidates.filter(
        ({ id, isWanted, waitingFor }) => isWanted && reasons.has(id) && reasons.get(id) !== waitingFor,
      );
      await publish(
        tx,
        news.map(({ deviceId }) => deviceId),
      );
    });

  return {
    offer,

    /** Offers at most `capacity` updates over MQTT, and stores why the others wait. */
    async offerRound(rollout: RolloutRow, capacity: number): Promise<void> {
      const now = clock.now();
      const candidates = await listCandidates(database.sql, {
        rolloutId: rollout.id,
        onlyWanted: rollout.state === 'done',
        now,
        lookedBefore: new Date(now.getTime() - LOOK_AGAIN_MS),
        limit: LOOKED_AT_PER_ROUND,
      });
      if (candidates.length === 0) return;
      const settings = rolloutSettingsSchema.parse(rollout.settings);
      const guarded = await guards.check(candidates, settings, false);
      const ready = candidates.filter(({ id }) => !guarded.has(id));
      const chosen = ready.slice(0, Math.max(0, capacity));
      const reasons = new Map<string, WaitingReason>(guarded);
      for (const { id } of ready.slice(chosen.length)) reasons.set(id, 'many_under_way');
      for (let from = 0; from < chosen.length; from += OFFERS_PER_TRANSACTION)
        await offer(rollout, chosen.slice(from, from + OFFERS_PER_TRANSACTION), { byCommand: true });
      await keepReasons(candidates, reasons, now);
    },
  };
}
