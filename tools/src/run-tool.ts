import { spawn } from 'node:child_process';
import { delimiter, join, resolve as resolvePath } from 'node:path';
import { ROOT } from './repository.ts';
import type { Verdict } from './run-checks.ts';

const BIN = join(ROOT, 'node_modules/.bin');
/** A whole lint without a cache takes 100 s on a slow machine. */
const DEADLINE_MS = 300_000;
const OUTPUT_LIMIT_CHARS = 200_000;

/** Runs a command of node_modules/.bin, or of an absolute path, at the root. Any result except exit code 0 in time is a failure. */
export function runTool(command: string, args: readonly string[]): Promise<Verdict> {
  return new Promise((resolve) => {
    const child = spawn(resolvePath(BIN, command), args, {
      cwd: ROOT,
      env: { ...process.env, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DEADLINE_MS,
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      if (output.length < OUTPUT_LIMIT_CHARS) output += chunk.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ failures: [`${command} did not start: ${error.message}`] }));
    child.on('close', (code, signal) => {
      const reason = `${command} ${briefly(args)} ended with ${signal ?? `code ${code}`}`;
      resolve({ failures: code === 0 ? [] : [`${output.trim()}\n${reason}`.trim()] });
    });
  });
}

const MOST_SHOWN = 6;

const briefly = (args: readonly string[]): string =>
  args.length <= MOST_SHOWN ? args.join(' ') : `${args.slice(0, MOST_SHOWN).join(' ')} …`;
