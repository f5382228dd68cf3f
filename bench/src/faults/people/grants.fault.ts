// SCALE-01: a grant that has ended gives no further position (invariant I-08), and a wrong clock of the server changes
// nothing (invariant I-25). An installer follows a device by its user's grant, on an open stream and by polling. The
// grant ends: by its time, by its time while the server stands still, by its time while the server's clock is two days
// wrong, by the user, or with the assignment. No position may reach the installer after that.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { answerRequest, endAccess, requestAccess } from '@trace/contract/location-access/location-access.api';
import { accessChangedEvent } from '@trace/contract/location-access/location-access.stream';
import { startLive } from '@trace/contract/tracking/tracking.api';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { createCommandDevice, untilReady } from '../../equipment/devices/command-device.ts';
import type { CommandDevice } from '../../equipment/devices/command-device.ts';
import { createFakeClock } from '../../equipment/servers/fake-clock.ts';
import type { FakeClock } from '../../equipment/servers/fake-clock.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import type { PortalClient } from '../../equipment/people/portal-client.ts';
import { createPositionWatcher } from '../../equipment/people/position-watcher.ts';
import type { Arrival, PositionWatcher } from '../../equipment/people/position-watcher.ts';
import { signal } from '../../equipment/servers/processes.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const INSTALLER = 'bench-installer@example.com';
const REPORT_EVERY_MS = 40;
const POLL_EVERY_MS = 100;
const FLOWS_WITHIN_MS = 8_000;
const ENDS_IN_MS = 600;
/** Shortly before the end, so that positions are on their way to the page when the server stops. */
const STOPS_BEFORE_END_MS = 50;
const STANDSTILL_MS = 1_500;
const LOOK_AFTER_MS = 1_300;
const TWO_DAYS_H = 48;
/** The stream says within a second that the grant has ended. A busy machine gets as much again. */
const TOLD_WITHIN_MS = 2_000;
/** A position that left the server before the end is on its way for so long. */
const ON_ITS_WAY_MS = 200;
/** Two people sign in for each way, and sign-ins are limited by address. */
const addressOf = (number: number): string => `10.3.0.${number}`;

const MOVE_END = `
  update location_access set requested_at = requested_at - ends_at + new.ends, lapses_at = lapses_at - ends_at + new.ends,
    starts_at = starts_at - ends_at + new.ends, ends_at = new.ends
  from (select clock_timestamp() + $2 * interval '1 ms' as ends) new
  where id = $1 returning extract(epoch from new.ends)::float8 * 1000 as at_ms`;

const CLOCK_MISSING = 'not run: libfaketime is missing (apt-get install faketime)';

interface Scene {
  readonly world: World;
  readonly clock: FakeClock | null;
  readonly device: CommandDevice;
  readonly installer: PortalClient;
  readonly user: PortalClient;
  readonly grantId: string;
}

interface Way {
  readonly title: string;
  /** How wrong the clock of the server is. Not run without libfaketime. */
  readonly clockHours?: number;
  /** Ends the grant. Resolves with the moment of the end when the end has passed. */
  end(scene: Scene): Promise<number>;
}

const endByTime = async (scene: Scene): Promise<number> => {
  const endsAtMs = await moveEnd(scene);
  await wait(endsAtMs - Date.now());
  return endsAtMs;
};

const WAYS: readonly Way[] = [
  { title: 'by its time', end: endByTime },
  {
    title: 'by its time, while the server stands still',
    end: async (scene) => {
      const endsAtMs = await moveEnd(scene);
      await wait(endsAtMs - STOPS_BEFORE_END_MS - Date.now());
      signal(scene.world.pid(), 'SIGSTOP');
      await wait(STANDSTILL_MS);
      signal(scene.world.pid(), 'SIGCONT');
      return endsAtMs;
    },
  },
  { title: "by its time, the server's clock two days behind", clockHours: -TWO_DAYS_H, end: endByTime },
  { title: "by its time, the server's clock two days ahead", clockHours: TWO_DAYS_H, end: endByTime },
  {
    title: 'by the user',
    end: async ({ user, grantId }) => {
      await user.api.call(endAccess, { params: { id: grantId } });
      return Date.now();
    },
  },
  {
    title: 'with the assignment',
    end: async ({ installer, device }) => {
      await installer.api.call(endAssignment, { params: { serial: device.serial } });
      return Date.now();
    },
  },
];

export const grantsFault: Fault = {
  name: 'grants',
  invariants: ['I-08', 'I-25'],
  mostlyWaits: true,
  run: (settings) => endGrants(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* endGrants({ cycles }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const rounds = Math.ceil(cycles / 20);
  const clock = createFakeClock();
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const settings = { TRUST_PROXY: '1', ...clock?.settings };
  const world = await startWorld({ devices: WAYS.length * rounds, settings, ...changed });
  try {
    for (let number = 0; number < WAYS.length * rounds; number += 1) {
      const way = WAYS[number % WAYS.length]!;
      if (way.clockHours !== undefined && clock === null)
        yield { title: way.title, problems: [], note: CLOCK_MISSING, isNotRun: true };
      else yield await endOne(world, clock, way, number + 1);
    }
  } finally {
    await world.dispose();
  }
}

async function endOne(world: World, clock: FakeClock | null, way: Way, number: number): Promise<Outcome> {
  clock?.jump(way.clockHours ?? 0);
  const { url, mqttPort, person } = world.ready();
  const from = { 'x-forwarded-for': addressOf(number) };
  const user = await signInTo(world.ready(), from);
  const installer = await signInTo({ url, person: { ...person, email: INSTALLER } }, from);
  const device = createCommandDevice({ serial: serialOf(number), port: mqttPort, answer: () => ({ success: true }) });
  const page = createPositionWatcher(url, installer.cookie);
  const ownPage = createPositionWatcher(url, user.cookie);
  const ending = new AbortController();
  try {
    await untilReady([device]);
    const { id: grantId } = await grant(installer, user, device.serial);
    await installer.api.call(startLive, { params: { serial: device.serial }, body: { viewerId: randomUUID() } });
    const reporting = reportUntil(device, ending.signal);
    const polling = pollUntil(url, installer, device.serial, ending.signal);
    const flows = await holdsWithin(FLOWS_WITHIN_MS, () => page.arrivalsOf(device.serial).length >= 3);
    const endedAtMs = await way.end({ world, clock, device, installer, user, grantId });
    await wait(Math.max(0, endedAtMs + LOOK_AFTER_MS - Date.now()));
    await holdsWithin(TOLD_WITHIN_MS, () => isTold(page, endedAtMs));
    ending.abort();
    await reporting;
    const answeredAfter = (await polling).filter((askedAtMs) => askedAtMs > endedAtMs);
    return judge(way, { page, ownPage, serial: device.serial, flows, endedAtMs, answeredAfter });
  } finally {
    ending.abort();
    page.stop();
    ownPage.stop();
    await device.stop();
  }
}

async function grant(installer: PortalClient, user: PortalClient, serial: string): Promise<{ id: string }> {
  // A user who has not looked at a new device cannot be asked.
  await user.api.call(listDevices, { query: { limit: 1 } });
  const { id } = await installer.api.call(requestAccess, { params: { serial }, body: { minutes: 5 } });
  await user.api.call(answerRequest, { params: { id }, body: { answer: 'approved' } });
  return { id };
}

/** Moves the grant in time, so that it ends soon. Returns the moment of the end. */
async function moveEnd({ world, grantId }: Scene): Promise<number> {
  const { rows } = await lookInto(world.ready().databaseUrl, (client) =>
    client.query<{ at_ms: number }>(MOVE_END, [grantId, ENDS_IN_MS]),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the grant is not there');
  return row.at_ms;
}

async function reportUntil(device: CommandDevice, until: AbortSignal): Promise<void> {
  for (let step = 0; !until.aborted; step += 1) {
    void device.report(-33.8 + step / 1e5, 151.2);
    await wait(REPORT_EVERY_MS);
  }
}

/** Asks for positions again and again. Returns when the answered calls were made. */
async function pollUntil(
  url: string,
  { cookie }: PortalClient,
  serial: string,
  until: AbortSignal,
): Promise<readonly number[]> {
  const answered: number[] = [];
  while (!until.aborted) {
    const askedAtMs = Date.now();
    const response = await fetch(`${url}/api/devices/${serial}/positions?receivedSince=0`, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.ok) answered.push(askedAtMs);
    await wait(POLL_EVERY_MS);
  }
  return answered;
}

interface Seen {
  readonly page: PositionWatcher;
  readonly ownPage: PositionWatcher;
  readonly serial: string;
  readonly flows: boolean;
  readonly endedAtMs: number;
  readonly answeredAfter: readonly number[];
}

/** The page may be told before the user has the answer to an end by hand. */
const isTold = (page: PositionWatcher, endedAtMs: number): boolean =>
  (page.heardAtMs(accessChangedEvent.name) ?? 0) >= endedAtMs - ON_ITS_WAY_MS;

function judge(way: Way, { page, ownPage, serial, flows, endedAtMs, answeredAfter }: Seen): Outcome {
  const isAfter = ({ atMs, position }: Arrival): boolean =>
    atMs > endedAtMs + ON_ITS_WAY_MS || position.receivedAt > endedAtMs;
  const arrivals = page.arrivalsOf(serial);
  const after = arrivals.filter(isAfter);
  const toldAtMs = page.heardAtMs(accessChangedEvent.name) ?? 0;
  const problems: string[] = [];
  if (!flows) problems.push('no position arrived before the end, so nothing was proved');
  if (after.length > 0) problems.push(`${after.length} positions arrived after the end`);
  if (answeredAfter.length > 0) problems.push(`${answeredAfter.length} calls after the end were answered`);
  if (!isTold(page, endedAtMs)) problems.push('the page was not told of the end');
  if (way.title !== 'with the assignment' && !ownPage.arrivalsOf(serial).some(isAfter))
    problems.push("no position reached the device's own user after the end, so nothing was proved");
  const lastMs = Math.max(...arrivals.map(({ atMs }) => atMs)) - endedAtMs;
  const note = `${arrivals.length} positions before it, the last ${Math.round(-lastMs)} ms before the end; told ${Math.round(toldAtMs - endedAtMs)} ms after it`;
  const counts = {
    checked: arrivals.length,
    leaked: after.length + answeredAfter.length,
    worstMs: toldAtMs - endedAtMs,
  };
  return { title: `a grant ends ${way.title}`, problems, note, counts };
}
