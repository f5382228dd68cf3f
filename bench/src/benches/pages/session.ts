// SESS-01: the cost of identifying the caller, as processor time of the same route with and without a session cookie.
import { getSession } from '@trace/contract/auth/auth.api';
import { median } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { createCpuMeter } from '../../equipment/measures/cpu-meter.ts';
import type { CpuMeter } from '../../equipment/measures/cpu-meter.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { startWorld } from '../../equipment/servers/world.ts';

const SHORT = { rounds: 5, calls: 2_000 };
const LONG = { rounds: 9, calls: 10_000 };
const AT_ONCE = 8;

interface Cost {
  readonly serverMicros: number;
  readonly databaseMicros: number;
}

export const sessionBench: Bench = {
  name: 'session',
  run: async ({ isLong, nodeFlags }) => {
    const plan = isLong ? LONG : SHORT;
    const world = await startWorld({ devices: 0, nodeFlags });
    try {
      const { cookie } = await signInTo(world.ready());
      const address = world.ready().url + getSession.path;
      const meter = createCpuMeter(world);
      await measure(meter, address, { cookie }, plan.calls);
      const differences: Cost[] = [];
      for (let round = 0; round < plan.rounds; round += 1) {
        const bare = await measure(meter, address, {}, plan.calls);
        const known = await measure(meter, address, { cookie }, plan.calls);
        differences.push({
          serverMicros: known.serverMicros - bare.serverMicros,
          databaseMicros: known.databaseMicros - bare.databaseMicros,
        });
      }
      return figuresOf(differences);
    } finally {
      await world.dispose();
    }
  },
};

/**
 * Measures the cost per call. The server identifies the caller before counting calls. Refused calls past the caller's
 * limit therefore include this cost too, with and without a cookie alike.
 */
async function measure(
  meter: CpuMeter,
  address: string,
  headers: Record<string, string>,
  calls: number,
): Promise<Cost> {
  let left = calls;
  const caller = async (): Promise<void> => {
    for (; left > 0; left -= 1) await (await fetch(address, { headers })).arrayBuffer();
  };
  meter.begin();
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  meter.end();
  const { server, database } = meter.spent();
  return { serverMicros: (server / calls) * 1e6, databaseMicros: (database / calls) * 1e6 };
}

function figuresOf(differences: readonly Cost[]): Figure[] {
  const server = differences.map((cost) => cost.serverMicros);
  const database = differences.map((cost) => cost.databaseMicros);
  const note = `rounds ${server.map(Math.round).join(', ')}; database ${Math.round(median(database))} µs more`;
  return [{ name: 'session check, processor time of the server', value: median(server), unit: 'µs', note }];
}
