import { join } from 'node:path';
import { createManualClock } from '@trace/simulator/clock';
import { demoFleet, routeOf, type DemoTracker } from '@trace/simulator/demo-world';
import { createUnsignedIdentity, type Identity } from '@trace/simulator/device/identity';
import {
  listSignedSerials,
  readIdentity,
  writeCertificate,
  writeUnsignedIdentity,
} from '@trace/simulator/device/identity-folder';
import { openCertificateFolder } from '@trace/simulator/device/certificates/certificate-folder';
import { openFlashFolder } from '@trace/simulator/firmware/flash-folder';
import { createTracker, type Tracker } from '@trace/simulator/device/tracker';
import type { Actor } from '#platform/actor/actor';
import type { RunningServer } from '../server.ts';
import type { DemoFirmwareKey } from './demo-firmware-key.ts';
import { DEMO_TIME_ZONE, type DemoPerson } from './demo-people.ts';

const HOUR_MS = 3_600_000;
const YESTERDAY_HOURS = 24;
/** Leaves room in a tracker's outbox for the messages of another hour. */
const MOST_WAITING = 1_000;

const origin = { requestId: '00000000-0000-4000-8000-000000000000', address: '127.0.0.1', userAgent: 'demo' };

/**
 * Simulates the first day of the fleet. Every tracker connects for the first time, which adds the tracker to the
 * registry. The installer then registers each tracker and assigns it to its user. `nowMs`: the clock of that day.
 */
export async function unpackFleet(
  server: RunningServer,
  people: readonly DemoPerson[],
  directory: string,
  nowMs: number,
): Promise<void> {
  await Promise.all(
    demoFleet().map(async (device) => {
      await unpack(server, device, people, directory);
      const isOwned = people.some(({ devices }) => devices.includes(device.serial));
      if (isOwned && device.life.does === 'stayedAway') await reportForTheLastTime(server, device, directory, nowMs);
    }),
  );
}

/** A device that is out of reach was somewhere when it was last heard. */
async function reportForTheLastTime(
  server: RunningServer,
  device: DemoTracker,
  directory: string,
  nowMs: number,
): Promise<void> {
  const clock = createManualClock(nowMs);
  const tracker = createTracker({
    serial: device.serial,
    network: networkOf(server, await identityOf(server, directory, device.serial)),
    clock,
    route: routeOf(device, nowMs),
    boot: bootNow() - 1,
    behaviour: { ...device.behaviour, reportSec: 10, parkedReportSec: null },
  });
  await tracker.start();
  clock.advance(10_000);
  await untilWaiting(tracker, 0);
  await tracker.stop();
}

/**
 * Switches on the trackers that did not stay away. Each connects by TLS with its own factory certificate.
 * `isFirstTime`: trackers with a user first send the messages of the past day; the others stood on a shelf. Returns a
 * function that switches the trackers off.
 */
export async function switchOnFleet(
  server: RunningServer,
  people: readonly DemoPerson[],
  directory: string,
  isFirstTime: boolean,
  { publicPem }: DemoFirmwareKey,
): Promise<() => Promise<void>> {
  const awake = demoFleet().filter((device) => device.life.does !== 'stayedAway');
  const startedMs = Date.now();
  const owned = new Set(people.flatMap((person) => person.devices));
  const trackers = await Promise.all(
    awake.map(async (device) => {
      const identity = await identityOf(server, directory, device.serial);
      const network = networkOf(server, identity);
      if (isFirstTime && owned.has(device.serial)) await seedYesterday(device, network, startedMs);
      const tracker = createTracker({
        serial: device.serial,
        network,
        route: routeOf(device, startedMs),
        behaviour: device.behaviour,
        seed: device.seed,
        boot: bootNow(),
        trustedFirmwareKeys: [publicPem],
        flash: openFlashFolder(join(directory, 'identities'), device.serial),
        certificates: openCertificateFolder(join(directory, 'identities'), identity),
      });
      await tracker.start();
      return tracker;
    }),
  );
  return async () => {
    await Promise.all(trackers.map((tracker) => tracker.stop()));
  };
}

type DeviceNetwork = Parameters<typeof createTracker>[0]['network'];

/** Grows with every start of the demo, as a device's own count of starts would. */
const bootNow = (): number => Math.floor(Date.now() / 1_000);

async function identityOf(server: RunningServer, directory: string, serial: string): Promise<Identity> {
  const folder = join(directory, 'identities');
  if ((await listSignedSerials(folder)).includes(serial)) return readIdentity(folder, serial);
  const unsigned = await createUnsignedIdentity(serial);
  const { caPem } = server.app.gateway.certificates;
  const { certificatePem } = await server.app.gateway.certificates.issue(serial, unsigned.requestPem, 'factory');
  await writeUnsignedIdentity(folder, unsigned);
  await writeCertificate(folder, serial, { certificatePem, caPem });
  return { serial, keyPem: unsigned.keyPem, certificatePem, caPem };
}

function networkOf(server: RunningServer, { keyPem, certificatePem, caPem }: Identity): DeviceNetwork {
  return { host: 'localhost', port: server.mqttsPort, tls: { keyPem, certificatePem, caPem } };
}

async function unpack(
  server: RunningServer,
  device: DemoTracker,
  people: readonly DemoPerson[],
  directory: string,
): Promise<void> {
  const { serial } = device;
  const tracker = createTracker({
    serial,
    network: networkOf(server, await identityOf(server, directory, serial)),
    boot: bootNow() - 2,
    behaviour: { ...device.behaviour, sleep: null },
  });
  await tracker.start();
  const installer = people.find((person) => person.role === 'installer')!;
  const owner = people.find((person) => person.devices.includes(serial));
  const actor: Actor = {
    ...installer,
    accountId: installer.id,
    sessionId: '',
    provedAt: new Date(0),
    timeZone: DEMO_TIME_ZONE,
  };
  // Resumes a first start that was interrupted.
  const isRegistered = (await server.app.devices.deviceIdsOf([serial])).has(serial);
  if (!isRegistered) await server.app.devices.register(actor, origin, { serial, nickname: device.name });
  const isAssigned = owner !== undefined && (await server.app.devices.findFor(owner.id, serial)) !== null;
  if (owner && !isAssigned) await server.app.assignments.assign(actor, origin, serial, owner.email);
  if (owner) await server.app.devices.markSeen(owner.id);
  // Applies the new registration to the open connection, then reports once as a user's device.
  await server.app.gateway.rebind(serial);
  tracker.change({});
  await tracker.stop();
}

/** Simulates a tracker that was out of reach for a day: sends the stored messages late, otherwise unchanged. */
async function seedYesterday(device: DemoTracker, network: DeviceNetwork, startedMs: number): Promise<void> {
  const clock = createManualClock(startedMs - YESTERDAY_HOURS * HOUR_MS);
  const tracker = createTracker({
    serial: device.serial,
    network,
    clock,
    route: routeOf(device, startedMs),
    seed: device.seed,
    boot: bootNow() - 1,
    pace: { burst: 8_000, perSec: 200 },
    behaviour: {
      ...device.behaviour,
      sleep: null,
      heartbeatSec: YESTERDAY_HOURS * 3_600,
    },
  });
  await tracker.start();
  for (let hour = 0; hour < YESTERDAY_HOURS; hour += 1) {
    clock.advance(HOUR_MS);
    // A full outbox drops the oldest message.
    await untilWaiting(tracker, MOST_WAITING);
  }
  await untilWaiting(tracker, 0);
  await tracker.stop();
}

async function untilWaiting(tracker: Tracker, most: number): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 5));
  while (tracker.state().waiting > most);
}
