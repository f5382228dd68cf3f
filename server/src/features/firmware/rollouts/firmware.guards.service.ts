import { statusOf } from '@trace/contract/device-status/device-status.rules';
import type { WaitingReason } from '@trace/contract/firmware/firmware.rules';
import type { RolloutSettings } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { OpenIncidentsPort } from '#features/panic/panic.port';
import type { DeviceMotionPort } from '#features/tracking/tracking.port';
import type { Clock } from '#platform/clock/clock';
import type { Candidate } from '../updates/firmware.offers.store.ts';
import { findGuard } from './firmware.guards.rules.ts';

/** An older position does not say whether the device moves. */
const MOTION_KNOWN_MS = 10 * MINUTE_MS;

export interface GuardsDependencies {
  clock: Clock;
  motion: DeviceMotionPort;
  incidents: OpenIncidentsPort;
}

export type Guards = ReturnType<typeof createGuards>;

/** Checks whether devices may be offered an update now. */
export function createGuards({ clock, motion, incidents }: GuardsDependencies) {
  return {
    /** The reason of each device that must wait. `isAsking`: the devices ask over HTTP just now. */
    async check(
      candidates: readonly Candidate[],
      settings: RolloutSettings,
      isAsking: boolean,
    ): Promise<ReadonlyMap<string, WaitingReason>> {
      const now = clock.now();
      const ids = candidates.map(({ deviceId }) => deviceId);
      const [speeds, followed, involved] = await Promise.all([
        motion.speedsOf(ids, new Date(now.getTime() - MOTION_KNOWN_MS)),
        motion.listFollowed(ids),
        incidents.listInvolved(ids),
      ]);
      const reasons = new Map<string, WaitingReason>();
      for (const candidate of candidates) {
        const { deviceId } = candidate;
        const reason = findGuard(
          {
            ...presenceOf(candidate, isAsking, now),
            batteryPct: candidate.batteryPct,
            hasExternalPower: candidate.externalPower === true,
            speedMps: speeds.get(deviceId) ?? null,
            isTrackedLive: followed.has(deviceId),
            hasOpenPanic: involved.has(deviceId),
            isWanted: candidate.isWanted,
          },
          settings,
          now,
        );
        if (reason !== null) reasons.set(candidate.id, reason);
      }
      return reasons;
    },
  };
}

function presenceOf({ connected, ...report }: Candidate, isAsking: boolean, now: Date) {
  if (isAsking) return { isOnline: true, isAsleep: false };
  const status = statusOf({ ...report, connected: connected === true }, now);
  const isThere = status === 'online' || status === 'updating' || status === 'error';
  return { isOnline: isThere && connected === true, isAsleep: status === 'sleeping' };
}
