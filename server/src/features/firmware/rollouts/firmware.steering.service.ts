import type { RolloutState } from '@trace/contract/firmware/firmware.rules';
import type {
  Ring,
  RolloutDetails,
  RolloutSettings,
  RolloutTarget,
} from '@trace/contract/firmware/staff/firmware.staff.schema';
import { steeringTexts as texts } from '@trace/contract/firmware/staff/firmware.steering.texts';
import { randomUUID } from 'node:crypto';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { PublishedRelease, Releases } from '../releases/firmware.releases.port.ts';
import { retryFailed } from '../updates/firmware.offers.store.ts';
import type { Engine } from './firmware.engine.service.ts';
import { isTimeZone } from './firmware.guards.rules.ts';
import { everyDevice, type Members } from './firmware.members.service.ts';
import { insertMembers, listMemberSerials, type MemberRange } from './firmware.members.store.ts';
import { ringsOf } from './firmware.rings.rules.ts';
import { presentRings } from './firmware.present.service.ts';
import type { Rollouts } from './firmware.rollouts.service.ts';
import { findRollout, insertRollout, lockRollout, notifyLoadingEnded, updateState } from './firmware.rollouts.store.ts';

export interface SteeringDependencies {
  clock: Clock;
  database: Database;
  releases: Releases;
  members: Members;
  rollouts: Rollouts;
  engine: Pick<Engine, 'takeBack'>;
  publish(tx: Executor, deviceIds: readonly number[]): Promise<void>;
}

export interface WantedRollout {
  readonly releaseId: string;
  readonly target: RolloutTarget;
  readonly settings: RolloutSettings;
}

export type SteeringAction = 'pause' | 'resume' | 'stop' | 'retry_failed';

export type Steering = ReturnType<typeof createSteering>;

/** From which states an action is possible. */
const possible: Record<SteeringAction, readonly RolloutState[]> = {
  pause: ['running'],
  resume: ['paused', 'halted'],
  stop: ['running', 'paused', 'halted'],
  retry_failed: ['running', 'paused', 'halted'],
};

/** Support staff start and steer rollouts (FWM-03). */
export function createSteering(dependencies: SteeringDependencies) {
  const { clock, database, releases, members, rollouts, engine, publish } = dependencies;

  const releaseOrRefuse = async (wanted: WantedRollout): Promise<PublishedRelease> => {
    checkTimeZone(wanted.settings);
    const release = await releases.findPublished(database.sql, wanted.releaseId);
    if (release === null) throw new Refusal('not_found', texts.noRelease);
    if (release.expiresAt <= clock.now()) throw new Refusal('conflict', texts.expired);
    return release;
  };

  /** The rings with the number of their members. */
  const plan = async (id: string, { target }: WantedRollout, release: PublishedRelease) => {
    const rings = ringsOf(target);
    const membership = await members.membershipOf(database.sql, { id, rings }, release);
    const serials = target.kind === 'devices' ? target.serialNumbers : null;
    return { rings, membership, ringTotals: await members.count(membership, serials) };
  };

  const store = async (
    actor: Actor,
    origin: CallOrigin,
    id: string,
    wanted: WantedRollout,
    release: PublishedRelease,
  ): Promise<void> => {
    // Before the transaction, which would last for the count of a large fleet.
    const { rings, membership, ringTotals } = await plan(id, wanted, release);
    await database.transaction(async (tx) => {
      if ((await releases.lockPublished(tx, release.id)) === null) throw new Refusal('not_found', texts.noRelease);
      const { target, settings } = wanted;
      const rollout = {
        ...{ id, releaseId: release.id, model: release.model, channel: release.channel },
        ...{ targetKind: target.kind, rings, ringTotals, settings },
        ...{ startedBy: actor.accountId, startedAt: clock.now() },
      };
      if (!(await insertRollout(tx, rollout))) {
        if ((await findRollout(tx, id)) !== null) return;
        throw new Refusal('conflict', texts.otherRollout);
      }
      if (target.kind === 'devices') {
        const added = await insertMembers(tx, membership, rangeOf(target), { ring: 1, now: clock.now() });
        if (added === 0) throw new Refusal('conflict', texts.nobody);
      }
      const details = { releaseId: release.id, version: release.version, target: target.kind, rings };
      await recordAudit(tx, entryOf(actor.accountId, origin, 'firmware.startRollout', subjectOf(id), details));
    });
  };

  return {
    async preview(wanted: WantedRollout): Promise<{ rings: Ring[]; unreachable: string[] }> {
      const release = await releaseOrRefuse(wanted);
      const { target } = wanted;
      const { membership, ...planned } = await plan(randomUUID(), wanted, release);
      const rings = presentRings({ ...planned, ring: 0, state: 'running', joinedAt: null }, new Map());
      if (target.kind !== 'devices') return { rings, unreachable: [] };
      const reachable = new Set(await listMemberSerials(database.sql, membership, rangeOf(target)));
      return { rings, unreachable: target.serialNumbers.filter((serial) => !reachable.has(serial)) };
    },

    async start(
      actor: Actor,
      origin: CallOrigin,
      { id, ...wanted }: WantedRollout & { id: string },
    ): Promise<RolloutDetails> {
      if ((await findRollout(database.sql, id)) !== null) return rollouts.read(id);
      const release = await releaseOrRefuse(wanted);
      await store(actor, origin, id, wanted, release);
      return rollouts.read(id);
    },

    /** Refuses an action on an older revision: somebody else, or the failure limit, was quicker. */
    async steer(
      actor: Actor,
      origin: CallOrigin,
      id: string,
      { action, revision }: { action: SteeringAction; revision: number },
    ): Promise<RolloutDetails> {
      await database.transaction(async (tx) => {
        const rollout = await lockRollout(tx, id);
        if (rollout === null) throw new Refusal('not_found', texts.noRollout);
        if (rollout.revision !== revision) throw new Refusal('conflict', texts.stale);
        if (!possible[action].includes(rollout.state)) throw new Refusal('conflict', texts.wrongState);
        const now = clock.now();
        await updateState(tx, id, {
          state: stateAfter(action, rollout.state),
          endedAt: action === 'stop' ? now : null,
        });
        if (action === 'retry_failed') await publish(tx, await retryFailed(tx, id, now));
        if (action === 'pause' || action === 'stop') await notifyLoadingEnded(tx, rollout.releaseId);
        await recordAudit(tx, entryOf(actor.accountId, origin, 'firmware.steerRollout', subjectOf(id), { action }));
      });
      await engine.takeBack();
      return rollouts.read(id);
    },
  };
}

function checkTimeZone({ quietHours }: RolloutSettings): void {
  if (quietHours !== null && !isTimeZone(quietHours.timeZone))
    throw new Refusal('invalid_input', texts.noTimeZone, { field: 'body.settings.quietHours.timeZone' });
}

const rangeOf = (target: RolloutTarget): MemberRange =>
  target.kind === 'devices' ? { ...everyDevice, serials: target.serialNumbers } : everyDevice;

const subjectOf = (id: string) => ({ type: 'firmware_rollout', id });

function stateAfter(action: SteeringAction, state: RolloutState): RolloutState {
  if (action === 'retry_failed') return state;
  return ({ pause: 'paused', resume: 'running', stop: 'stopped' } as const)[action];
}
