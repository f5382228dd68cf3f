import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareServer } from '#testing/bare-server';
import { eventually } from '#testing/eventually';
import { hiddenRoute } from '../route-policies.ts';
import { addRangedFile } from '../servers/operator.edge.ts';

/** More than the socket of a caller that reads nothing takes. */
const BIG = Buffer.alloc(16 * 1_024 * 1_024);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-files-'));
  await writeFile(join(directory, 'pages.json'), '{}');
  await writeFile(join(directory, 'index.html'), 'the portal');
  await writeFile(join(directory, 'big.js'), BIG);
});
afterAll(() => rm(directory, { recursive: true }));

test('files that a caller does not read leave descriptors to everything else [GUARD-07]', async () => {
  const server = await bareServer({
    webDirectory: directory,
    mostOpenFiles: 4,
    extend: (edges) => {
      addRangedFile(edges, '/map', join(directory, 'big.js'));
      edges.get('/api/other', hiddenRoute('anybody'), async () => 'other');
    },
  });
  const { url } = await server.start();
  const unread = [await fetch(`${url}/big.js`), await fetch(`${url}/map`)];
  expect(unread.map(({ status }) => status)).toEqual([200, 200]);
  const statuses: number[] = [];
  const load = async (path: string): Promise<void> => {
    const answer = await fetch(url + path);
    statuses.push(answer.status);
    await answer.text();
  };
  const loading = Array.from({ length: 45 }, () => load('/nothing'));
  await eventually(
    () => statuses,
    ({ length }) => length >= 5,
  );
  await load('/api/other');
  expect(statuses).toEqual([503, 503, 503, 503, 503, 200]);
  for (const { body } of unread) await body!.cancel();
  await Promise.all(loading);
  expect(statuses.slice(6)).toEqual(Array(40).fill(404));
  await server.stop();
});

test('a caller that takes no byte of an answer is disconnected [GUARD-07]', async () => {
  const closed = Promise.withResolvers<void>();
  const server = await bareServer({
    stalledMs: 50,
    extend: (edges) => {
      edges.get('/big', hiddenRoute('anybody'), async (_request, reply) => {
        reply.raw.once('close', closed.resolve);
        return BIG;
      });
    },
  });
  const { url } = await server.start();
  const answer = await fetch(`${url}/big`);
  await closed.promise;
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  await server.stop();
});
