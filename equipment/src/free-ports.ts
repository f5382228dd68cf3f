import { createServer } from 'node:net';

/** Outgoing connections take theirs from above: a port of ours would be theirs while the portal is away. */
const FROM = 20_000;
const TO = 32_000;

/** Ports that are free now. They stay one portal's own over its restarts, because pages and trackers come back to them. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FROM + Math.floor(Math.random() * (TO - FROM));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
