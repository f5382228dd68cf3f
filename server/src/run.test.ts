import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartProblem } from '#platform/refusal/start-problem';
import { ConfigError } from './config.ts';
import { mendableReason } from './run.ts';

test('reports a port in use as a sentence, and leaves a defect unexplained [SCALE-01]', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [Error];
  first.close();
  expect(mendableReason(error)).toBe(
    `Another program is already listening on port ${port}. Stop it or set a different port (PORT, MQTTS_PORT, MQTT_PORT).`,
  );
  expect(mendableReason(new ConfigError(['PORT: is missing']))).toContain('PORT');
  expect(mendableReason(new TypeError('undefined is not a function'))).toBeNull();
});

test('reports an unusable data folder as a sentence with the folder [SCALE-01]', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trace-run-'));
  const folder = join(directory, 'file', 'data');
  await writeFile(join(directory, 'file'), '');
  const error: unknown = await mkdir(folder, { recursive: true }).catch((reason: unknown) => reason);
  await rm(directory, { recursive: true });
  expect(mendableReason(error)).toBe(
    `Cannot use ${folder}: a part of the path is a file. Change that or set a different data folder (TRACE_DATA_DIR).`,
  );
  expect(mendableReason(Object.assign(new Error('no entry'), { code: 'ENOENT', path: folder }))).toBeNull();
});

test('reports an unreachable database as a sentence [SCALE-01]', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [Error];
  expect(mendableReason(error)).toBe('The database cannot be reached (ECONNREFUSED). Check DATABASE_URL.');
});

test('reports a start problem in its own words [SCALE-01]', () => {
  expect(mendableReason(new StartProblem('Set DATABASE_URL.'))).toBe('Set DATABASE_URL.');
});
