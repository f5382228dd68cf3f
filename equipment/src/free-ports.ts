import { createServer } from 'node:net';

/** Outgoing connections use ports above this range. A port from up there could be taken while the portal is down. */
const FROM = 20_000;
const TO = 32_000;
/** The ports of all callers. A port stays free until its server has started. */
const given = new Set<number>();

/**
 * Finds ports that are free now, and never gives a port to two callers in this process. A portal keeps its ports over
 * restarts, because pages and trackers reconnect to the same ports.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = FROM + Math.floor(Math.random() * (TO - FROM));
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
