// Runs commands of the server's console with a database of their own.
import { execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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
  /** Runs a command in a process that this console keeps. The commands must follow one another. */
  run(...args: string[]): Promise<Ran>;
  /** Runs a command in a process of its own, as an operator does. */
  runAlone(...args: string[]): Promise<Ran>;
  query<Row = Record<string, unknown>>(statement: string): Promise<Row[]>;
  close(): Promise<void>;
}

const MOST_OUTPUT_BYTES = 10_000_000;
/** Half of the time of a process went into compiling the same files again. */
export const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/node-compile');

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
  const host = startHost(script, env);
  return {
    directory,
    databaseUrl,
    query: (statement) => query(databaseUrl, statement),
    run: (...args) => host.run(args),
    runAlone: (...args) =>
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
      await host.stop();
      await query(testServerUrl(), `drop database ${name}`);
      await rm(directory, { recursive: true });
    },
  };
}

function startHost(script: string, env: NodeJS.ProcessEnv) {
  const host = fork(new URL('console-host.ts', import.meta.url), { env, execArgv: [], silent: true });
  const ended = once(host, 'exit');
  const output = host.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false });
  const complaints = host.stderr!.setEncoding('utf8').iterator({ destroyOnReturn: false });
  return {
    async run(args: string[]): Promise<Ran> {
      host.send({ script: pathToFileURL(script).href, args });
      const [out, complaint] = await Promise.all([readTo(output, /^(.*)\0$/s), readTo(complaints, /^(.*)\0(\d+)\0$/s)]);
      return { code: Number(complaint[2]), out: out[1]!, complaint: complaint[1]! };
    },
    async stop(): Promise<void> {
      host.kill();
      await ended;
    },
  };
}

async function readTo(chunks: AsyncIterator<string>, end: RegExp): Promise<RegExpExecArray> {
  for (let text = ''; ;) {
    const { value, done } = await chunks.next();
    if (done) throw new Error(`the console ended: ${text}`);
    text += value;
    const found = end.exec(text);
    if (found) return found;
  }
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
