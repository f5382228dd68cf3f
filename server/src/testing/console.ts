// Runs a command of the server's console as an operator does: in a process and a database of its own.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { testServerUrl } from './test-database.ts';

export interface Ran {
  code: number;
  out: string;
  complaint: string;
}

export interface Console {
  /** A folder of this console. */
  directory: string;
  databaseUrl: string;
  run(...args: string[]): Promise<Ran>;
  query<Row = Record<string, unknown>>(statement: string): Promise<Row[]>;
  close(): Promise<void>;
}

const MOST_OUTPUT_BYTES = 10_000_000;
/** Each command is a process of its own. Half of its time went into compiling the same files again. */
const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/node-compile');

/** @param command the name of a file in src/cli, without its extension */
export async function openConsole(command: string): Promise<Console> {
  const script = path.join(import.meta.dirname, `../cli/${command}.ts`);
  const name = `${command}_${randomBytes(6).toString('hex')}`;
  const directory = await mkdtemp(path.join(tmpdir(), `trace-${command}-`));
  await query(testServerUrl(), `create database ${name}`);
  // The settings require a URL with a host. For a socket, its own URL parameter takes precedence.
  const databaseUrl = testServerUrl()
    .replace('@/', '@localhost/')
    .replace(/\/\w+(?=\?|$)/, `/${name}`);
  const TRACE_SECRET_KEY = randomBytes(32).toString('base64');
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    TRACE_DATA_DIR: directory,
    TRACE_SECRET_KEY,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  };
  return {
    directory,
    databaseUrl,
    query: (statement) => query(databaseUrl, statement),
    run: (...args) =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          [script, ...args],
          { env, maxBuffer: MOST_OUTPUT_BYTES },
          (error, out, complaint) => {
            resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, complaint });
          },
        );
      }),
    async close() {
      await query(testServerUrl(), `drop database ${name}`);
      await rm(directory, { recursive: true });
    },
  };
}

async function query<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows as Row[];
  } finally {
    await client.end();
  }
}
