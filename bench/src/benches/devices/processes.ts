// SCALE-02: how many QoS 1 positions per second two server processes store, compared to a single process, on the same
// database. In half of the rounds the processes run freely, and the note names the part that fills the cores. In the
// other half each process gets a fifth of the time, like a small machine, so the database is not the limit.
import { availableParallelism } from 'node:os';
import { median, type Bench, type BenchSettings, type Figure } from '../../equipment/measures/bench.ts';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { startCluster, type Cluster } from '../../equipment/servers/cluster.ts';
import { startDutyCycle } from '../../equipment/servers/duty-cycle.ts';
import { generate } from '../../equipment/devices/generate.ts';
import { cpuSec } from '../../equipment/servers/processes.ts';

/** Per process: two processes serve twice the trackers. */
const CONNECTIONS = 200;
const WINDOW = 10;
const PROCESSES = 2;
const SHARE = { runMs: 10, periodMs: 50 };
const SHORT = { rounds: 3, warmUpMs: 1_000, measureMs: 3_000 };
const LONG = { rounds: 5, warmUpMs: 2_000, measureMs: 10_000 };

interface Round {
  readonly storedPerSec: number;
  /** Processor time per second of the measurement: 1 fills a core. */
  readonly cores: { readonly servers: number; readonly database: number; readonly generators: number };
}

/** Rounds of one process alternate with rounds of two. */
interface Comparison {
  readonly one: Round[];
  readonly two: Round[];
}

export const processesBench: Bench = {
  name: 'processes',
  run: async ({ isLong, nodeFlags }: BenchSettings) => {
    const cluster = await startCluster(PROCESSES, { devices: PROCESSES * CONNECTIONS, nodeFlags });
    const plan = isLong ? LONG : SHORT;
    try {
      const free: Comparison = { one: [], two: [] };
      const limited: Comparison = { one: [], two: [] };
      const pids = cluster.worlds.map((world) => world.pid());
      let boot = 0;
      const next = (processes: number): Promise<Round> => measure(cluster, processes, (boot += 1), plan, () => {});
      const nextLimited = async (processes: number): Promise<Round> => {
        const runFreely = startDutyCycle(pids, SHARE);
        try {
          // The messages in flight at the end are acknowledged at full speed.
          return await measure(cluster, processes, (boot += 1), plan, () => void runFreely());
        } finally {
          await runFreely();
        }
      };
      for (let round = 0; round < plan.rounds; round += 1) {
        free.one.push(await next(1));
        free.two.push(await next(2));
        limited.one.push(await nextLimited(1));
        limited.two.push(await nextLimited(2));
      }
      const share = `${(100 * SHARE.runMs) / SHARE.periodMs} % of the time each`;
      return [
        ...figuresOf('', `${availableParallelism()} cores carry processes, database and generators`, free),
        ...figuresOf(', servers are the limit', share, limited),
      ];
    } finally {
      await cluster.dispose();
    }
  },
};

function figuresOf(suffix: string, note: string, { one, two }: Comparison): Figure[] {
  const stored = (rounds: readonly Round[]): number => median(rounds.map(({ storedPerSec }) => storedPerSec));
  const perCore = (rounds: readonly Round[]): number =>
    median(rounds.map(({ storedPerSec, cores }) => storedPerSec / cores.servers));
  return [
    { name: `stored QoS 1, 1 process${suffix}`, value: stored(one), unit: 'msg/s', note: noteOf(one) },
    { name: `stored QoS 1, 2 processes${suffix}`, value: stored(two), unit: 'msg/s', note: noteOf(two) },
    { name: `2 processes against 1${suffix}`, value: stored(two) / stored(one), unit: '×', note },
    {
      name: `messages per server core second, 2 against 1${suffix}`,
      value: perCore(two) / perCore(one),
      unit: '×',
    },
  ];
}

const noteOf = (rounds: readonly Round[]): string => {
  const cores = (of: keyof Round['cores']): string => median(rounds.map((round) => round.cores[of])).toFixed(2);
  return `cores busy: processes ${cores('servers')}, database ${cores('database')}, generators ${cores('generators')}`;
};

/** Each of the first `processes` gets connections of a generator of its own. */
async function measure(
  cluster: Cluster,
  processes: number,
  boot: number,
  plan: typeof SHORT,
  onMeasured: () => void,
): Promise<Round> {
  const worlds = cluster.worlds.slice(0, processes);
  const read = () => ({
    servers: worlds.reduce((sum, world) => sum + cpuSec(world.pid()), 0),
    database: cluster.databasePids().reduce((sum, pid) => sum + cpuSec(pid), 0),
  });
  let before = read();
  let after = before;
  const results = await Promise.all(
    worlds.map((world, index) =>
      generate(
        {
          port: world.ready().mqttPort,
          connections: CONNECTIONS,
          firstNumber: index * CONNECTIONS + 1,
          window: WINDOW,
          boot,
          warmUpMs: plan.warmUpMs,
          measureMs: plan.measureMs,
          serialPrefix: 'Trace_B',
        },
        {
          core: null,
          onMeasuring: () => {
            before = read();
          },
          onMeasured: () => {
            after = read();
            onMeasured();
          },
        },
      ),
    ),
  );
  const sum = (of: (result: (typeof results)[number]) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const acknowledged = sum((result) => result.acknowledged);
  const stored = await countStored(cluster, boot);
  if (stored !== acknowledged) throw new Error(`${acknowledged} acknowledged, but ${stored} stored`);
  const seconds = plan.measureMs / 1_000;
  return {
    storedPerSec: sum((result) => result.acknowledgedPerSec),
    cores: {
      servers: (after.servers - before.servers) / seconds,
      database: (after.database - before.database) / seconds,
      generators: sum((result) => result.cpuSec) / seconds,
    },
  };
}

function countStored(cluster: Cluster, boot: number): Promise<number> {
  return lookInto(cluster.ready().databaseUrl, async (client) => {
    const { rows } = await client.query<{ stored: number }>(
      'select count(*)::int as stored from position where boot = $1',
      [boot],
    );
    return rows[0]!.stored;
  });
}
