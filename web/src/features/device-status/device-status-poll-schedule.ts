import { pollPauseMs, statusPolling } from '@trace/contract/device-status/device-status.rules';

/** The polling state of one device. Instants are in ms. */
export interface DevicePoll {
  /** Failures in a row since scheduled polling began. */
  failures: number;
  isAsking: boolean;
  /** The time of the last poll, or null when the device was never polled. */
  askedAt: number | null;
  /** The time of the next scheduled poll, or null when no poll is scheduled. */
  nextAt: number | null;
}

/** STAT-04: which device is polled when, while push does not reach the page. */
export interface PollSchedule {
  devices: ReadonlyMap<string, DevicePoll>;
  /** When the latest questions went out, the oldest first. */
  startedAt: readonly number[];
}

export const emptySchedule: PollSchedule = { devices: new Map(), startedAt: [] };

const unasked: DevicePoll = { failures: 0, isAsking: false, askedAt: null, nextAt: null };

/**
 * Schedules polls of exactly these devices. New devices are due at once, or as soon as the statuses loaded at `knownAt`
 * are stale.
 */
export function watch(
  schedule: PollSchedule,
  serials: readonly string[],
  now: number,
  knownAt: number = 0,
): PollSchedule {
  const dueAt = Math.max(now, knownAt + statusPolling.cacheMs);
  const watched = (serial: string): DevicePoll => {
    const before = schedule.devices.get(serial) ?? unasked;
    return { ...before, nextAt: before.nextAt ?? dueAt };
  };
  return { ...schedule, devices: new Map(serials.map((serial) => [serial, watched(serial)])) };
}

/** Stops scheduled polling. Failures are forgotten, the time of each device's last poll is kept. */
export function rest(schedule: PollSchedule): PollSchedule {
  const resting = [...schedule.devices].map(
    ([serial, poll]) => [serial, { ...poll, failures: 0, nextAt: null }] as const,
  );
  return { ...schedule, devices: new Map(resting) };
}

/** Returns the devices to poll now within both limits, the longest due first, and marks them as polled. */
export function takeDue(schedule: PollSchedule, now: number): { schedule: PollSchedule; serials: string[] } {
  const serials = [...schedule.devices]
    .map(([serial, poll]) => ({ serial, at: askableAt(poll) }))
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at)
    .slice(0, room(schedule, now))
    .map(({ serial }) => serial);
  return { schedule: serials.reduce((before, serial) => begin(before, serial, now), schedule), serials };
}

/** A question goes out, allowed or asked for by hand. */
export function begin(schedule: PollSchedule, serial: string, now: number): PollSchedule {
  const startedAt = [...recent(schedule, now), now];
  return change({ ...schedule, startedAt }, serial, { isAsking: true, askedAt: now });
}

/** Records an answer or a pushed status of the device. */
export function succeed(schedule: PollSchedule, serial: string, now: number): PollSchedule {
  return settle(schedule, serial, 0, now);
}

/** Records a failed poll. Only failures of scheduled polling count. */
export function fail(schedule: PollSchedule, serial: string, now: number): PollSchedule {
  const { failures, nextAt } = schedule.devices.get(serial) ?? unasked;
  return settle(schedule, serial, nextAt === null ? 0 : failures + 1, now);
}

function settle(schedule: PollSchedule, serial: string, failures: number, now: number): PollSchedule {
  const before = schedule.devices.get(serial);
  if (!before) return schedule;
  const nextAt = before.nextAt === null ? null : now + pollPauseMs(failures);
  return change(schedule, serial, { isAsking: false, failures, nextAt });
}

/** Returns when the next poll is allowed, or null while no device is due before an answer arrives. */
export function nextLookAt(schedule: PollSchedule, now: number): number | null {
  const first = Math.min(...[...schedule.devices.values()].map(askableAt));
  if (first === Infinity) return null;
  const windowEndsAt = room(schedule, now) > 0 ? now : (recent(schedule, now)[0] ?? now) + statusPolling.atOnceWindowMs;
  return Math.max(first, windowEndsAt);
}

function askableAt({ isAsking, askedAt, nextAt }: DevicePoll): number {
  if (isAsking || nextAt === null) return Infinity;
  return askedAt === null ? nextAt : Math.max(nextAt, askedAt + statusPolling.perDeviceMs);
}

function recent(schedule: PollSchedule, now: number): number[] {
  return schedule.startedAt.filter((at) => now - at < statusPolling.atOnceWindowMs);
}

function room(schedule: PollSchedule, now: number): number {
  const asking = [...schedule.devices.values()].filter((poll) => poll.isAsking).length;
  return Math.max(0, statusPolling.atOnce - Math.max(asking, recent(schedule, now).length));
}

function change(schedule: PollSchedule, serial: string, next: Partial<DevicePoll>): PollSchedule {
  const before = schedule.devices.get(serial) ?? unasked;
  return { ...schedule, devices: new Map(schedule.devices).set(serial, { ...before, ...next }) };
}
