import { runChild } from '../servers/run-child.ts';
import type { ReadsResult, ReadsTask } from './timed-reads-process.ts';

const TIMEOUT_MS = 120_000;

/** Reads pages one after the other and returns how long each took to its last byte, in ms. */
export async function timeReads(task: ReadsTask): Promise<readonly number[]> {
  const options = { core: null, timeoutMs: TIMEOUT_MS };
  const { timesMs } = await runChild<ReadsResult>('people/timed-reads-process.ts', task, options);
  return timesMs;
}

/** Parameters of a read's address. */
export type ReadQuery = Readonly<Record<string, string | number | undefined>>;

/** The absolute address of a read without parameters in its path. */
export function addressOf(url: string, { path }: { readonly path: string }, query: ReadQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${url}${path}?${search.toString()}`;
}
