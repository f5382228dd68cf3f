// The clock of a server process, moved by libfaketime (Debian package `faketime`) while the process runs. The database
// keeps the true time, because the server starts it without its own environment.
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface FakeClock {
  /** For a world. */
  readonly settings: Readonly<Record<string, string>>;
  /** Hours ahead of the true time. Negative hours are behind the true time. */
  jump(hours: number): void;
}

const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'].map((folder) =>
  path.join(folder, 'faketime/libfaketimeMT.so.1'),
);

/** Null where libfaketime is not installed. */
export function createFakeClock(): FakeClock | null {
  const library = LIBRARIES.find((file) => existsSync(file));
  if (library === undefined) return null;
  const file = path.join(tmpdir(), `trace-clock-${process.pid}`);
  const jump = (hours: number): void => writeFileSync(file, `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h\n`);
  jump(0);
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Timers must go on. Node measures timers with the monotonic clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    jump,
  };
}
