// An HTTP load balancer as docs/operations.md describes: it reuses connections, asks `/readyz`, and sends each request to
// the next ready server. It repeats a request whose connection was refused, and no other.
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const CHECK_EVERY_MS = 200;

export interface RequestBalancer {
  readonly url: string;
  /** Requests that each server answered, in the order of the servers. */
  answered(): readonly number[];
  stop(): void;
}

export async function startRequestBalancer(urls: readonly string[]): Promise<RequestBalancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = urls.map(() => true);
  const answered = urls.map(() => 0);
  const stopping = new AbortController();
  let turn = 0;

  const check = async (index: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      ready[index] = await fetch(`${urls[index]!}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      await wait(CHECK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const next = (): number | undefined => {
    turn += 1;
    const order = urls.map((_, index) => (index + turn) % urls.length);
    return order.find((index) => ready[index]);
  };

  const pass = (asked: IncomingMessage, body: Buffer, answer: ServerResponse, left = urls.length): void => {
    const index = next();
    if (index === undefined) return void answer.writeHead(503).end();
    const { method, url, headers } = asked;
    const passed = request(new URL(url ?? '/', urls[index]), { agent, ...(method && { method }), headers }, (given) => {
      answered[index]! += 1;
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
      given.once('error', () => answer.destroy());
    });
    passed.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) {
        ready[index] = false;
        return pass(asked, body, answer, left - 1);
      }
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    passed.end(body);
  };

  const server = createServer((asked, answer) => {
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => void parts.push(part));
    asked.once('end', () => pass(asked, Buffer.concat(parts), answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const index of urls.keys()) void check(index);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => [...answered],
    stop() {
      stopping.abort();
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
