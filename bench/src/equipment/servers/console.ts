// Runs a command of the server's console, as an operator does.
import { execFile } from 'node:child_process';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly complaint: string;
}

export function runConsole(script: string, args: readonly string[], settings: Record<string, string>): Promise<Ran> {
  const env = { ...process.env, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, complaint) => {
      const failed = typeof error?.code === 'number' ? error.code : 1;
      resolve({ code: error === null ? 0 : failed, out, complaint });
    });
  });
}
