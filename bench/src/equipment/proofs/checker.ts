// Compares the acknowledgements that devices received with the stored rows: each acknowledged message is stored exactly
// once, every other message at most once.
import pg from 'pg';
import type { Counts } from './fault.ts';
import type { Sent } from '../devices/flood.ts';
import { holdsWithin } from '../until.ts';

export interface Verdict {
  readonly stored: number;
  readonly acknowledged: number;
  /** Acknowledged and not there. */
  readonly lost: number;
  /** There more than once. */
  readonly doubled: number;
  /** There, but never sent. */
  readonly invented: number;
}

/** Every skewed position is in the register once, positions of an unknown time in the register alone. */
const COUNT_STORED = `
  select d.serial, p.boot::int as boot, p.seq::int as seq, count(*)::int as copies
  from (select device_id, boot, seq from position where not skewed
    union all select device_id, boot, seq from position_skewed where skewed) p join device d on d.id = p.device_id
  where p.boot between $1 and $2 group by 1, 2, 3`;

/** @param sent all messages that were sent in these boots, by every device that sent messages in these boots */
export async function checkStored(databaseUrl: string, sent: readonly Sent[]): Promise<Verdict> {
  const boots = sent.map(({ boot }) => boot);
  const rows = await readStored(databaseUrl, Math.min(...boots), Math.max(...boots));
  const copies = new Map(rows.map(([serial, boot, seq, count]) => [`${serial} ${boot} ${seq}`, count]));
  const verdict = { stored: copies.size, acknowledged: 0, lost: 0, doubled: 0, invented: copies.size };
  for (const { serial, boot, acknowledged } of sent) {
    acknowledged.forEach((isAcknowledged, seq) => {
      const count = copies.get(`${serial} ${boot} ${seq}`) ?? 0;
      if (isAcknowledged) verdict.acknowledged += 1;
      if (isAcknowledged && count === 0) verdict.lost += 1;
      if (count > 1) verdict.doubled += 1;
      if (count > 0) verdict.invented -= 1;
    });
  }
  return verdict;
}

/** Returns a sentence for each problem, or an empty list when all is well. */
export function problemsOf({ acknowledged, lost, doubled, invented }: Verdict): string[] {
  const problems: string[] = [];
  if (acknowledged === 0) problems.push('nothing was acknowledged, so nothing was proved');
  if (lost > 0) problems.push(`${lost} acknowledged messages are not stored`);
  if (doubled > 0) problems.push(`${doubled} messages are stored more than once`);
  if (invented > 0) problems.push(`${invented} stored messages were never sent`);
  return problems;
}

/** For the report. */
export function countsOf({ acknowledged, lost, doubled }: Verdict): Counts {
  return { checked: acknowledged, lost, doubled };
}

const READY_WITHIN_MS = 15_000;

type StoredRow = [serial: string, boot: number, seq: number, copies: number];

async function readStored(databaseUrl: string, from: number, to: number): Promise<StoredRow[]> {
  return lookInto(databaseUrl, async (client) => {
    const { rows } = await client.query<StoredRow>({ text: COUNT_STORED, values: [from, to], rowMode: 'array' });
    return rows;
  });
}

/**
 * Looks into the tables. After a kill the database may still be starting, or the old one is ending and cuts the look
 * off, so a look that fails is repeated. The check is whether the database is intact, not how fast it starts.
 */
export async function lookInto<Result>(
  databaseUrl: string,
  look: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  let seen: { readonly result: Result } | undefined;
  let lastError: unknown;
  await holdsWithin(READY_WITHIN_MS, async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    // Without a listener, the end of a connection between two queries would end the run.
    client.on('error', () => {});
    try {
      await client.connect();
      seen = { result: await look(client) };
    } catch (error) {
      lastError = error;
    } finally {
      await client.end().catch(() => {});
    }
    return seen !== undefined;
  });
  if (seen === undefined) throw new Error('the database could not be read', { cause: lastError });
  return seen.result;
}
