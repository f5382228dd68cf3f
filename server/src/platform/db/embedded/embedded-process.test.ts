import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { startServerProcess } from './embedded-process.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'trace-process-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(directory, { recursive: true });
});

test('waits for a database that reports the progress of a long recovery [SCALE-05]', async () => {
  const lines = path.join(directory, 'lines');
  spawnSync('sh', ['-c', 'mkfifo "$0"', lines]);
  const isRead = { resolve: () => {} };
  const log = createLog({ level: 'debug', destination: { write: () => isRead.resolve() } });
  const program = 'exec 3<>"$0"; while read -r line <&3; do echo "$line" >&2; done';
  const started = startServerProcess(['sh', '-c', program, lines], {}, log);

  for (const elapsed of ['60.00', '160.00', '260.00']) {
    const read = new Promise<void>((resolve) => (isRead.resolve = resolve));
    await writeFile(lines, `LOG:  redo in progress, elapsed time: ${elapsed} s, current LSN: 0/1000000\n`);
    await read;
    await vi.advanceTimersByTimeAsync(100_000);
  }
  await writeFile(lines, 'LOG:  database system is ready to accept connections\n');

  const server = await started;
  expect(server.pid).toBeGreaterThan(0);
  await server.stop();
});

test('a database that does not start is one sentence with the cause [SCALE-06]', async () => {
  const lines = ['LOG:  starting PostgreSQL', 'FATAL:  could not create lock file: No space left on device'];
  const program = `printf '%s\\n' '${lines.join("' '")}' >&2; exit 1`;
  const started = startServerProcess(['sh', '-c', program], {}, createLog({ level: 'silent' }));
  await expect(started).rejects.toThrow(StartProblem);
  await expect(started).rejects.toThrow(
    /^The embedded database ended at its start \(exit code 1\): FATAL: {2}could not create lock file: No space left on device\. Check the disk/,
  );
});
