import { Gauge, type Registry } from 'prom-client';

import type { Database } from './database.ts';

/** Shows whether callers wait for connections: the first sign that the database is too slow for the load. */
export function exposePools(metrics: Registry, database: Pick<Database, 'poolUsage'>): void {
  const gauge: Gauge = new Gauge({
    name: 'trace_database_pool',
    help: 'Connections of each pool that are busy or idle, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers: [metrics],
    collect: () => {
      for (const [pool, usage] of Object.entries(database.poolUsage()))
        for (const [state, count] of Object.entries(usage)) gauge.set({ pool, state }, count as number);
    },
  });
}
