// SCALE-02: how many QoS 1 positions per second two server processes store, against one, on the same database. The note
// names the processor seconds of each part, because the part that fills its core is the limit.
import { availableParallelism } from 'node:os';
import { median, type Bench, type BenchSettings, type Figure } from './equipment/bench.ts';
import { lookInto } from './equipment/checker.ts';
import { startCluster, type Cluster } from './equipment/cluster.ts';
import { generate } from './equipment/generate.ts';
import { cpuSec } from './equipment/processes.ts';

const CONNECTIONS = 200;
const WINDOW = 10;
const SHORT = { rounds: 3, warmUpMs: 1_000, measureMs: 3_000 };
const LONG = { rounds: 5, warmUpMs: 2_000, measureMs: 10_000 };

interface Round {
  readonly storedPerSec: number;
  /** Processor time per second of the measurement: 1 fills a core. */
  readonly cores: { readonly servers: number; readonly database: number; readonly generators: number };
}

export const processesBench: Bench = {
  name: 'processes',
  run: async (settings) => {
    const one = await measure(1, settings);
    const two = await measure(2, settings);
    const per = (of: readonly Round[]): number => median(of.map(({ storedPerSec }) => storedPerSec));
    const perCore = (of: readonly Round[]): number =>
      median(of.map(({ storedPerSec, cores }) => storedPerSec / cores.servers));
    return [
      { name: 'stored QoS 1, 1 process', value: per(one), unit: 'msg/s', note: noteOf(one) },
      { name: 'stored QoS 1, 2 processes', value: per(two), unit: 'msg/s', note: noteOf(two) },
      {
        name: '2 processes against 1',
        value: per(two) / per(one),
        unit: '×',
        note: `${availableParallelism()} cores carry processes, database and generators`,
      },
      { name: 'messages per server core second, 2 against 1', value: perCore(two) / perCore(one), unit: '×' },
    ] satisfies Figure[];
  },
};

const noteOf = (rounds: readonly Round[]): string => {
  const cores = (of: keyof Round['cores']): string => median(rounds.map((round) => round.cores[of])).toFixed(2);
  return `cores busy: processes ${cores('servers')}, database ${cores('database')}, generators ${cores('generators')}`;
};

async function measure(processes: number, settings: BenchSettings): Promise<Round[]> {
  const plan = settings.isLong ? LONG : SHORT;
  const cluster = await startCluster(processes, { devices: CONNECTIONS, nodeFlags: settings.nodeFlags });
  try {
    const rounds: Round[] = [];
    for (let boot = 1; boot <= plan.rounds; boot += 1) rounds.push(await measureOnce(cluster, boot, plan));
    return rounds;
  } finally {
    await cluster.dispose();
  }
}

/** Each process gets its share of the connections, from a generator of its own. */
async function measureOnce(cluster: Cluster, boot: number, plan: typeof SHORT): Promise<Round> {
  const share = CONNECTIONS / cluster.worlds.length;
  const read = () => ({
    servers: cluster.worlds.reduce((sum, world) => sum + cpuSec(world.pid()), 0),
    database: cluster.databasePids().reduce((sum, pid) => sum + cpuSec(pid), 0),
  });
  let before = read();
  let after = before;
  const results = await Promise.all(
    cluster.worlds.map((world, index) =>
      generate(
        {
          port: world.ready().mqttPort,
          connections: share,
          firstNumber: index * share + 1,
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
