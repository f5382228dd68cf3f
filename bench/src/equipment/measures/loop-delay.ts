import type { World } from '../servers/world.ts';

const TOKEN = 'bench-metrics-token-of-32-letters';

/** Settings of a world whose metrics the bench may read. */
export const METERED = { METRICS_TOKEN: TOKEN };

export interface LoopDelay {
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** How long the server's event loop was blocked since the previous reading. */
export async function readLoopDelay(world: World): Promise<LoopDelay> {
  const answer = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const metrics = await answer.text();
  const msOf = (name: string): number => {
    const found = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(metrics);
    return Number(found?.[1]) * 1_000;
  };
  return { p99Ms: msOf('p99'), maxMs: msOf('max') };
}
