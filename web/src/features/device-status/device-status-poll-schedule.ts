import { pollPauseMs, statusPolling } from '@trace/contract/device-status/device-status.rules';

/** Where the asking for one device stands. Instants in ms. */
export interface DevicePoll {
  failures: number;
  isAsking: boolean;
  /** When it was asked last, null: never. */
  askedAt: number | null;
  /** When it is to be asked next by itself. */
  nextAt: number;
}

/** STAT-04: who is asked when, where push does not reach the page. */
export interface PollSchedule {
  devices: ReadonlyMap<string, DevicePoll>;
  /** When the latest questions went out, the oldest first. */
  startedAt: readonly number[];
}

export const emptySchedule: PollSchedule = { devices: new Map(), startedAt: [] };

/** Watches exactly these devices; new ones are due at once. */
export function watch(schedule: PollSchedule, serials: readonly string[], now: number): PollSchedule {
  const fresh: DevicePoll = { failures: 0, isAsking: false, askedAt: null, nextAt: now };
  return { ...schedule, devices: new Map(serials.map((serial) => [serial, schedule.devices.get(serial) ?? fresh])) };
}

/** The devices to be asked now, within both limits, the longest due first; they count as asked from here on. */
export function takeDue(schedule: PollSchedule, now: number): { schedule: PollSchedule; serials: string[] } {
  const serials = [...schedule.devices]
    .filter(([, poll]) => !poll.isAsking && askableAt(poll) <= now)
    .sort(([, a], [, b]) => a.nextAt - b.nextAt)
    .slice(0, room(schedule, now))
    .map(([serial]) => serial);
  return { schedule: serials.reduce((before, serial) => begin(before, serial, now), schedule), serials };
}

/** A question goes out, allowed or asked for by hand. */
export function begin(schedule: PollSchedule, serial: string, now: number): PollSchedule {
  const startedAt = [...recent(schedule, now), now];
  return change({ ...schedule, startedAt }, serial, { isAsking: true, askedAt: now });
}

export function succeed(schedule: PollSchedule, serial: string, now: number): PollSchedule {
  return change(schedule, serial, { isAsking: false, failures: 0, nextAt: now + pollPauseMs(0) });
}

export function fail(schedule: PollSchedule, serial: string, now: number): PollSchedule {
  const failures = (schedule.devices.get(serial)?.failures ?? 0) + 1;
  return change(schedule, serial, { isAsking: false, failures, nextAt: now + pollPauseMs(failures) });
}

/** When somebody may be asked next, or null while nobody is due before an answer comes. */
export function nextLookAt(schedule: PollSchedule, now: number): number | null {
  const times = [...schedule.devices.values()].filter((poll) => !poll.isAsking).map(askableAt);
  if (times.length === 0) return null;
  const windowEndsAt = room(schedule, now) > 0 ? now : (recent(schedule, now)[0] ?? now) + statusPolling.atOnceWindowMs;
  return Math.max(Math.min(...times), windowEndsAt);
}

function askableAt(poll: DevicePoll): number {
  return poll.askedAt === null ? poll.nextAt : Math.max(poll.nextAt, poll.askedAt + statusPolling.perDeviceMs);
}

function recent(schedule: PollSchedule, now: number): number[] {
  return schedule.startedAt.filter((at) => now - at < statusPolling.atOnceWindowMs);
}

function room(schedule: PollSchedule, now: number): number {
  const asking = [...schedule.devices.values()].filter((poll) => poll.isAsking).length;
  return Math.max(0, statusPolling.atOnce - Math.max(asking, recent(schedule, now).length));
}

function change(schedule: PollSchedule, serial: string, next: Partial<DevicePoll>): PollSchedule {
  const before = schedule.devices.get(serial);
  if (!before) return schedule;
  return { ...schedule, devices: new Map(schedule.devices).set(serial, { ...before, ...next }) };
}
