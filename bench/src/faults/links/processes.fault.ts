// SCALE-02: two server processes on a database, with trackers and people behind load balancers. A process gets kill -9 or
// SIGTERM at a random moment of a flood, and connections vanish without an end. No message is lost or doubled, panics
// reach every recipient, and pages show positions that the other process stored. During a rolling restart no
// write fails, and no read fails twice.
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, type Random } from '@trace/simulator/random';
import { checkStored, countsOf, lookInto, problemsOf } from '../../equipment/proofs/checker.ts';
import { startCluster, type Cluster } from '../../equipment/servers/cluster.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet, type Fleet } from '../../equipment/devices/fleet.ts';
import { checkPanics } from '../../equipment/proofs/panic-checker.ts';
import { openRawStream, signInTo } from '../../equipment/people/portal-client.ts';
import { startReceivers, type Receivers } from '../../equipment/outside/receivers.ts';
import { startRequestBalancer } from '../../equipment/servers/request-balancer.ts';
import { startSteadyRequests } from '../../equipment/people/steady-requests.ts';
import { holdsWithin } from '../../equipment/until.ts';
import type { World } from '../../equipment/servers/world.ts';
import { furnishWearers, type Wearer } from '../../equipment/people/wearers.ts';

const DEVICES = 30;
const FLOOD_MS = [300, 900] as const;
const HEAL_WITHIN_MS = 30_000;
const TAKEN_OVER_WITHIN_MS = 5_000;
/** This many cycles of `kill` count as a round, because each round restarts a process. */
const CYCLES_PER_ROUND = 10;
/** Longer than the interval in which the load balancer asks `/readyz`. */
const READY_NOTICED_MS = 500;
const PRESSES_PER_ROUND = 4;
const SETTINGS = { TRUST_PROXY: '1', STOP_DELAY_SEC: '2', PANIC_NEXT_CONTACT_SEC: '2', PANIC_SUPPORT_SEC: '4' };

export const processesFault: Fault = {
  name: 'processes',
  invariants: ['I-01', 'I-06'],
  run: ({ cycles, seed }) => killOneOfTwo({ cycles: Math.ceil(cycles / CYCLES_PER_ROUND), seed }),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* killOneOfTwo(
  { cycles: rounds, seed }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const receivers = await startReceivers();
  const wearerCount = rounds * PRESSES_PER_ROUND;
  const cluster = await startCluster(2, {
    ...{ devices: DEVICES, wearers: wearerCount, push: receivers.push },
    settings: { ...SETTINGS, ...receivers.settings },
    ...(serverDirectory === undefined ? {} : { serverDirectory }),
  });
  const fleet = createFleet(cluster, { count: DEVICES, seed, areClocksRight: true });
  const wearers = await furnishWearers(cluster, receivers, wearerCount);
  const random = createRandom(seed);
  try {
    yield await watchAtBoth(cluster, fleet);
    yield await takeOver(cluster, fleet);
    for (let round = 0; round < rounds; round += 1) {
      const pressing = wearers.slice(round * PRESSES_PER_ROUND, (round + 1) * PRESSES_PER_ROUND);
      yield await endOne(cluster, fleet, random, { boot: round + 3, pressing, isKilled: round % 2 === 0 });
    }
    yield await judgePanics(cluster, receivers, wearers);
  } finally {
    await Promise.all(wearers.map((wearer) => wearer.stop()));
    await fleet.stop();
    await cluster.dispose();
    await receivers.stop();
  }
}

/** A page at each process shows positions of every device, although each device is connected to a single process. */
async function watchAtBoth(cluster: Cluster, fleet: Fleet): Promise<Outcome> {
  const { cookie } = await signInTo(cluster.ready());
  const streams = cluster.worlds.map((world) => openRawStream(world.url, cookie));
  const seen = streams.map(() => new Set<string>());
  streams.forEach((stream, index) => {
    let rest = '';
    stream.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const serial = /"serialNumber":"(Trace_B\d{5})","id"/.exec(line)?.[1];
        if (serial !== undefined) seen[index]!.add(serial);
      }
    });
  });
  await wait(1_000);
  fleet.flow(1);
  const isSeen = await holdsWithin(5_000, () => seen.every(({ size }) => size === DEVICES));
  fleet.pause();
  for (const stream of streams) stream.destroy();
  const problems = isSeen ? [] : [`pages saw ${seen.map(({ size }) => size).join(' and ')} of ${DEVICES} devices`];
  return { title: 'pages at both processes', problems, note: `${seen.map(({ size }) => size).join(' and ')} devices` };
}

/** Connections vanish without an end. Each device comes back, half of the devices at the other process. */
async function takeOver(cluster: Cluster, fleet: Fleet): Promise<Outcome> {
  fleet.flow(2);
  await wait(300);
  const cut = cluster.forTrackers.strand();
  const areTakenOver = await holdsWithin(TAKEN_OVER_WITHIN_MS, () => cluster.forTrackers.stranded() === 0);
  fleet.pause();
  const isDrained = await fleet.drainsWithin(HEAL_WITHIN_MS);
  const { databaseUrl } = cluster.ready();
  const verdict = await checkStored(databaseUrl, fleet.sentIn(2));
  const offline = await countOffline(databaseUrl);
  return {
    title: 'connections that vanish',
    problems: [
      ...problemsOf(verdict),
      ...(isDrained ? [] : ['devices were not acknowledged afterwards']),
      ...(areTakenOver ? [] : [`${cluster.forTrackers.stranded()} old connections stayed open`]),
      ...(offline === 0 ? [] : [`${offline} connected devices are shown as offline`]),
    ],
    note: `${cut} connections, ${verdict.acknowledged} acknowledged`,
    counts: countsOf(verdict),
  };
}

function countOffline(databaseUrl: string): Promise<number> {
  return lookInto(databaseUrl, async (client) => {
    const { rows } = await client.query<{ offline: number }>(
      `select count(*)::int as offline from device_status where serial like 'Trace_B%' and not (connected and reported = 'online')`,
    );
    return rows[0]!.offline;
  });
}

interface Round {
  readonly boot: number;
  readonly pressing: readonly Wearer[];
  readonly isKilled: boolean;
}

async function endOne(cluster: Cluster, fleet: Fleet, random: Random, round: Round): Promise<Outcome> {
  const { boot, pressing, isKilled } = round;
  const index = Math.floor(random.next() * cluster.worlds.length);
  const victim = cluster.worlds[index]!;
  fleet.flow(boot);
  await wait(random.between(...FLOOD_MS));
  const presses = pressing.map((wearer) => wearer.press());
  const rolling = isKilled ? null : await startRolling(cluster);
  const code = await (isKilled ? victim.kill().then(() => 0) : victim.stop());
  const fromMs = performance.now();
  fleet.pause();
  const isDrained = await fleet.drainsWithin(HEAL_WITHIN_MS);
  const healedMs = Math.round(performance.now() - fromMs);
  const arePressed = await Promise.race([Promise.all(presses).then(() => true), wait(HEAL_WITHIN_MS, false)]);
  const verdict = await checkStored(cluster.ready().databaseUrl, fleet.sentIn(boot));
  await victim.start();
  const served = await rolling?.finish(cluster.worlds.filter((world) => world !== victim));
  return {
    title: `${isKilled ? 'kill -9' : 'SIGTERM'} of process ${index + 1}`,
    problems: [
      ...(served?.problems ?? []),
      ...problemsOf(verdict),
      ...(isDrained ? [] : ['the other process did not acknowledge']),
      ...(arePressed ? [] : ['panics were not acknowledged']),
      ...(code === 0 ? [] : [`the process ended with ${code}`]),
    ],
    note: `${verdict.acknowledged} acknowledged, ${verdict.stored} stored, drained at the other in ${healedMs} ms${served?.note ?? ''}`,
    counts: { ...countsOf(verdict), worstMs: healedMs },
  };
}

/** People read and write through a load balancer while one process after the other restarts. */
async function startRolling(cluster: Cluster) {
  const balancer = await startRequestBalancer(cluster.worlds.map(({ url }) => url));
  const requests = await startSteadyRequests({ ...cluster.ready(), url: balancer.url });
  return {
    async finish(others: readonly World[]): Promise<{ problems: string[]; note: string }> {
      // The load balancer asks `/readyz`, and so does the operator before the next process.
      await wait(READY_NOTICED_MS);
      const codes: (number | null)[] = [];
      for (const world of others) {
        codes.push(await world.stop());
        await world.start();
      }
      const { sent, failed } = await requests.stop();
      balancer.stop();
      return {
        problems: [
          ...(failed.length === 0 ? [] : [`${failed.length} of ${sent} requests failed, such as ${failed[0]}`]),
          ...codes.filter((code) => code !== 0).map((code) => `a process of the rolling restart ended with ${code}`),
          ...(balancer.answered().every((count) => count > 0) ? [] : ['a process answered no request']),
        ],
        note: `, ${sent} requests meanwhile`,
      };
    },
  };
}

async function judgePanics(cluster: Cluster, receivers: Receivers, wearers: readonly Wearer[]): Promise<Outcome> {
  const check = () => checkPanics(cluster.ready().databaseUrl, receivers, wearers);
  await holdsWithin(HEAL_WITHIN_MS, async () => (await check()).problems.length === 0);
  const { problems, repeats } = await check();
  const note = `${wearers.length} presses, ${repeats} repeated messages`;
  return { title: 'panics', problems, note, counts: { checked: wearers.length, lost: problems.length } };
}
