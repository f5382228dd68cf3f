import { expect, test } from 'vitest';

import type { Connection } from './connection-host.ts';
import { createConnections } from './connections.ts';

const START_MS = 1_700_000_000_000;
const HOUR_SEC = 3_600;

test('a clock that is set back by an hour locks no device out for longer, and starts its minute anew [REG-08] [I-25]', () => {
  const connections = createConnections({ takeoversPerMin: 1 });
  const enters = (sec: number): boolean =>
    connections.enter({ serial: 'Trace_1' } as Connection, START_MS + sec * 1_000).entered;
  expect([enters(0), enters(1), enters(2), enters(3)]).toEqual([true, true, false, false]);
  expect([enters(-HOUR_SEC), enters(-HOUR_SEC + 1), enters(-HOUR_SEC + 2)]).toEqual([true, false, false]);
});
