// SCALE-02: trackers behind a broker of the operator. Each message that the broker acknowledged is stored exactly once
// (invariants I-01 and I-03), regardless of which process or broker dies. Runs where Mosquitto is installed.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { systemClock } from '@trace/simulator/clock';
import { createConnection } from '@trace/simulator/device/connection';
import { createTracker } from '@trace/simulator/device/tracker';
import type { Tracker } from '@trace/simulator/device/tracker';
import { createRandom } from '@trace/simulator/random';
import type { Random } from '@trace/simulator/random';
import { startBrokerWorld } from '../../equipment/servers/broker-world.ts';
import type { BrokerWorld } from '../../equipment/servers/broker-world.ts';
import { checkStored, countsOf, lookInto, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet, serialOf } from '../../equipment/devices/fleet.ts';
import type { Fleet } from '../../equipment/devices/fleet.ts';
import { isMosquittoInstalled, writeBrokerFiles } from '../../equipment/servers/operator-broker.ts';
import { signal } from '../../equipment/servers/processes.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { holdsWithin } from '../../equipment/until.ts';

const FLEET = 6;
/** The serials after the fleet. */
const RIDER = serialOf(FLEET + 1);
const ROGUE = serialOf(FLEET + 2);
const DEVICES = FLEET + 2;
const FLOOD_MS = [400, 900] as const;
const HEAL_WITHIN_MS = 30_000;
/** The lease of a dead process, the emptying of its session, and time for a slow machine. */
const STORED_WITHIN_MS = 20_000;
const ROGUE_BOOT = 900_000;
/** This many `kill` cycles count as a round, so a plain `npm run fault` runs a single round. */
const CYCLES_PER_ROUND = 20;

export const brokerFault: Fault = {
  name: 'broker',
  invariants: ['I-01', 'I-03'],
  run: ({ cycles, seed }) => disturbBroker({ cycles: Math.ceil(cycles / CYCLES_PER_ROUND), seed }),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* disturbBroker(settings: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  if (!isMosquittoInstalled()) {
    const note = 'not run: Mosquitto 2 is not installed (apt-get install mosquitto)';
    yield { title: 'a broker that restarts', problems: [], note, isNotRun: true };
    return;
  }
  const random = createRandom(settings.seed);
  const world = await startBrokerWorld({ devices: DEVICES, serverDirectory });
  const { networkOf } = world;
  const fleet = createFleet(world.first, { count: FLEET, seed: settings.seed, networkOf });
  try {
    yield await share(world, fleet);
    for (let cycle = 1; cycle <= settings.cycles; cycle += 1) {
      if (cycle > 1) await world.second.start();
      yield await restartBroker(world, fleet, random, cycle * 10);
      yield await killProcess(world, fleet, random, cycle * 10 + 1);
    }
    yield* useAsPerson(world);
    yield await stayInOwnTopics(world);
    yield await revoke(world);
    yield await lookBack(world, fleet);
  } finally {
    await fleet.stop();
    await world.dispose();
  }
}

/** Waits until the acknowledged messages are stored, and compares. */
async function verdictOf(title: string, world: BrokerWorld, fleet: Fleet, boot: number, note = ''): Promise<Outcome> {
  fleet.pause();
  const isDrained = await fleet.drainsWithin(HEAL_WITHIN_MS);
  const url = world.first.ready().databaseUrl;
  const look = () => checkStored(url, fleet.sentIn(boot));
  let verdict = await look();
  await holdsWithin(STORED_WITHIN_MS, async () => {
    verdict = await look();
    return verdict.lost === 0;
  });
  const problems = [...problemsOf(verdict), ...(isDrained ? [] : ['devices were not acknowledged'])];
  const figures = `${verdict.acknowledged} acknowledged, ${verdict.stored} stored${note}`;
  return { title, problems, note: figures, counts: countsOf(verdict) };
}

async function share(world: BrokerWorld, fleet: Fleet): Promise<Outcome> {
  fleet.flow(1);
  await wait(700);
  const outcome = await verdictOf('two processes share the messages', world, fleet, 1);
  const shares = [await world.storedBy(world.first), await world.storedBy(world.second)];
  const problems = shares.some((stored) => stored === 0) ? [`one process stored everything: ${shares.join(', ')}`] : [];
  return { ...outcome, problems: [...outcome.problems, ...problems], note: `${outcome.note} (${shares.join(' + ')})` };
}

async function killProcess(world: BrokerWorld, fleet: Fleet, random: Random, boot: number): Promise<Outcome> {
  fleet.flow(boot);
  await wait(random.between(...FLOOD_MS));
  await world.second.kill();
  return verdictOf('kill -9 of a process between delivery and commit', world, fleet, boot);
}

/**
 * The broker restarts with messages that no process has stored. Devices are quiet meanwhile: Mosquitto before 2.0.12
 * forgets shared subscriptions when it restarts (docs/operations.md).
 */
async function restartBroker(world: BrokerWorld, fleet: Fleet, random: Random, boot: number): Promise<Outcome> {
  const servers = [world.first, world.second];
  for (const { pid } of servers) signal(pid(), 'SIGSTOP');
  fleet.flow(boot);
  await wait(random.between(...FLOOD_MS));
  fleet.pause();
  await fleet.drainsWithin(HEAL_WITHIN_MS);
  await world.broker.kill('SIGTERM');
  await world.broker.start();
  const healsFromMs = performance.now();
  for (const { pid } of servers) signal(pid(), 'SIGCONT');
  const isBack = await holdsWithin(HEAL_WITHIN_MS, () => world.isConnected(servers));
  const healedMs = Math.round(performance.now() - healsFromMs);
  const title = 'the broker restarts with messages that no process has stored';
  const outcome = await verdictOf(title, world, fleet, boot, `, back in ${healedMs} ms`);
  return isBack ? outcome : { ...outcome, problems: [...outcome.problems, 'the servers did not come back'] };
}

/** A tracker that is pinged and presses its panic button. */
async function* useAsPerson(world: BrokerWorld): AsyncGenerator<Outcome> {
  const tracker: Tracker = createTracker({
    serial: RIDER,
    // Beyond the boots of the fleet.
    boot: ROGUE_BOOT,
    network: world.networkOf(RIDER),
    behaviour: { reportSec: 3_600, heartbeatSec: 3_600, fixAfterMs: 0 },
  });
  const commands: string[] = [];
  tracker.on('command', ({ requestId }) => commands.push(requestId));
  await tracker.start();
  const url = world.first.ready().databaseUrl;
  try {
    const isOnline = await holdsWithin(5_000, async () => (await count(url, ONLINE, [RIDER])) === 1);
    const { api } = await signInTo(world.first.ready());
    const startMs = performance.now();
    const answer = await api.call(pingDevice, { params: { serial: RIDER }, body: { id: randomUUID() } });
    const tookMs = Math.round(performance.now() - startMs);
    yield {
      title: 'a ping is answered, sent once',
      problems: [
        ...(isOnline ? [] : ['the device is not shown as online']),
        ...(answer.outcome === 'located' ? [] : [`the ping ended as ${answer.outcome}`]),
        ...(commands.length === 1 ? [] : [`the device got ${commands.length} commands`]),
      ],
      note: `${tookMs} ms`,
    };
    await tracker.press('panic');
    const isStored = await holdsWithin(5_000, async () => (await count(url, EVENTS, [RIDER])) === 1);
    yield { title: 'a panic arrives', problems: isStored ? [] : ['the panic is not stored once'], note: '' };
  } finally {
    await tracker.stop();
  }
}

const ONLINE = `select count(*)::int as count from device_status s join device d on d.id = s.device_id
  where d.serial = $1 and s.connected and s.reported = 'online'`;
const EVENTS = `select count(*)::int as count from device_event e join device d on d.id = e.device_id
  where d.serial = $1 and e.kind = 'panic'`;
const POSITIONS = `select count(*)::int as count from position p join device d on d.id = p.device_id
  where d.serial = $1 and p.boot = $2`;
const REVOKE = `update device_certificate set revoked_at = now(), revoke_reason = 'fault test' where serial = $1
  returning pg_notify('device_certificate_revoked', fingerprint)`;

async function count(databaseUrl: string, text: string, values: readonly unknown[]): Promise<number> {
  return lookInto(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(text, [...values]);
    return rows[0]?.count ?? 0;
  });
}

/** Publishes a position as `ROGUE` to a topic, and waits for the acknowledgement. False: the broker refused. */
async function publishAsRogue(world: BrokerWorld, serial: string, boot: number): Promise<boolean> {
  const refused = Promise.withResolvers<false>();
  const connection = createConnection({
    serial: ROGUE,
    network: world.networkOf(ROGUE),
    clock: systemClock,
    will: () => Buffer.from(JSON.stringify({ v: 1, boot, ts: Date.now(), status: 'offline' })),
    onReady: () => {},
    onLost: () => refused.resolve(false),
    onCommand: () => {},
  });
  connection.connect();
  const body = { v: 1, boot, seq: 1, ts: Date.now(), lat: -33.86, lng: 151.2 };
  const published = connection.publish(telemetryTopic(serial, 'location'), Buffer.from(JSON.stringify(body)));
  try {
    return await Promise.race([published.then((outcome) => outcome === 'acknowledged'), refused.promise]);
  } finally {
    await connection.disconnect();
  }
}

async function stayInOwnTopics(world: BrokerWorld): Promise<Outcome> {
  const url = world.first.ready().databaseUrl;
  await publishAsRogue(world, serialOf(1), ROGUE_BOOT);
  await publishAsRogue(world, ROGUE, ROGUE_BOOT + 1);
  const isOwnStored = await holdsWithin(
    5_000,
    async () => (await count(url, POSITIONS, [ROGUE, ROGUE_BOOT + 1])) === 1,
  );
  const foreign = await count(url, POSITIONS, [serialOf(1), ROGUE_BOOT]);
  return {
    title: 'a device publishes to its own topics only',
    problems: [
      ...(isOwnStored ? [] : ['its own message is not stored']),
      ...(foreign === 0 ? [] : ['a message to the topic of another device is stored']),
    ],
    note: '',
  };
}

async function revoke(world: BrokerWorld): Promise<Outcome> {
  const url = world.first.ready().databaseUrl;
  await lookInto(url, (client) => client.query(REVOKE, [ROGUE]));
  await wait(1_200);
  const isHeard = await publishAsRogue(world, ROGUE, ROGUE_BOOT + 2);
  await wait(300);
  const stored = await count(url, POSITIONS, [ROGUE, ROGUE_BOOT + 2]);
  await writeBrokerFiles(world.folder, world.first.dataDirectory());
  await world.broker.kill('SIGTERM');
  await world.broker.start();
  const isLetIn = await publishAsRogue(world, ROGUE, ROGUE_BOOT + 3);
  return {
    title: 'a revoked device is refused, by Trace at once and by the broker with the new list',
    problems: [
      ...(isHeard ? [] : ['the broker refused before it had the list']),
      ...(stored === 0 ? [] : ['Trace stored a message of a revoked device']),
      ...(isLetIn ? ['the broker let a revoked device in'] : []),
    ],
    note: '',
  };
}

async function lookBack(world: BrokerWorld, fleet: Fleet): Promise<Outcome> {
  const verdict = await checkStored(world.first.ready().databaseUrl, fleet.sent());
  return {
    title: 'all together',
    problems: problemsOf(verdict),
    note: `${verdict.acknowledged} acknowledged, ${verdict.stored} stored`,
  };
}
