import { expect, test } from 'vitest';
import { createFleet } from './fleet.ts';
import { openEndpoint } from './testing/endpoint.ts';

const BYTES_PER_MB = 2 ** 20;

test('a thousand trackers in a process connect at the given rate and all get acknowledgements', async () => {
  const endpoint = await openEndpoint();
  const startedMb = process.memoryUsage.rss() / BYTES_PER_MB;
  const fleet = createFleet({
    count: 1_000,
    connectsPerSec: 2_000,
    memberOf: (index) => ({ serial: `Fleet_${index}`, network: endpoint.network, behaviour: { reportSec: 1 } }),
  });
  fleet.start();
  try {
    let connected = 0;
    let acknowledged = 0;
    const read = (): void => {
      const now = fleet.statistics();
      connected = now.connected;
      acknowledged = now.acknowledged;
    };
    const isBusy = (): boolean => {
      read();
      return connected === 1_000 && acknowledged > 4_000;
    };
    await endpoint.until('all were connected and heard', isBusy);
    expect(new Set(endpoint.connects.map((packet) => packet.clientId)).size).toBe(1_000);
    const grownMb = process.memoryUsage.rss() / BYTES_PER_MB - startedMb;
    process.stdout.write(`1,000 trackers and their test server took ${grownMb.toFixed(0)} MB\n`);
  } finally {
    await fleet.stop();
    expect(fleet.statistics().connected).toBe(0);
    await endpoint.close();
  }
});

test('a fleet with faults keeps running and gets every message acknowledged that was not lost', async () => {
  const endpoint = await openEndpoint();
  const fleet = createFleet({
    count: 20,
    ledgerCapacity: 1_000,
    faults: { loss: 0.2, duplicate: 0.2, broken: 0.1 },
    memberOf: (index) => ({ serial: `Fleet_${index}`, network: endpoint.network, behaviour: { reportSec: null } }),
  });
  fleet.start();
  try {
    await endpoint.until('all are connected', () => fleet.statistics().connected === 20);
    await Promise.all(fleet.trackers.flatMap((tracker) => Array.from({ length: 20 }, () => tracker.report())));
    const entries = fleet.trackers.flatMap((tracker) => tracker.log.entries());
    expect(entries.filter((entry) => entry.fate === 'lost').length).toBeGreaterThan(40);
    expect(entries.filter((entry) => entry.fate === 'spoilt').length).toBeGreaterThan(20);
    const open = entries.filter((entry) => entry.fate !== 'lost' && entry.acknowledgedAtMs === null);
    expect(open).toEqual([]);
  } finally {
    await fleet.stop();
    await endpoint.close();
  }
});
