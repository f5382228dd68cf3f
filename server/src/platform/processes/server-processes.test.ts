import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { testDatabase, type TestDatabase } from '#testing/test-database';
import { saveProcess } from './server-process.store.ts';
import { createServerProcesses } from './server-processes.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.drop());

/** Leaves the row of a process that got kill -9. */
async function die(name: string): Promise<string> {
  const id = randomUUID();
  await saveProcess(store.database.sql, { ...counts, id, name, version: '0.1.0', isStopping: false }, 15);
  return id;
}

const counts = { deviceConnections: 0, openStreams: 0 };

test.each([
  ['a fixed port', 'one:3000'],
  ['any free port', 'one:0'],
])('a process at %s waits for a dead process elsewhere, not for its own predecessor [SCALE-02]', async (_, name) => {
  const own = await die(name);
  const elsewhere = await die('two:3000');
  const processes = createServerProcesses({
    database: store.database,
    log: createLog({ level: 'silent' }),
    version: '0.1.0',
  });

  await processes.start(() => ({ ...counts, name }));
  expect(processes.others().has(elsewhere)).toBe(true);
  // Several processes of one machine may take any free port, so such a name tells no predecessor.
  expect(processes.others().has(own)).toBe(name.endsWith(':0'));
  await processes.stop();
});
