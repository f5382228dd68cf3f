// COPY directly into the position table: the rate that the database alone can take from one connection.
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const COLUMNS =
  'device_id, at, boot, seq, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, skewed, received_at';
const BATCH_ROWS = 5_000;

/** Returns rows per second, with each batch in a separate transaction. */
export async function copyRows(databaseUrl: string, devices: number, boot: number, measureMs: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ids = await deviceIds(client, devices);
    const fromMs = performance.now();
    let rows = 0;
    while (performance.now() - fromMs < measureMs) {
      const text = batchText(ids, boot, rows);
      await pipeline(Readable.from([text]), client.query(copyFrom(`copy position (${COLUMNS}) from stdin`)));
      rows += BATCH_ROWS;
    }
    return Math.round(rows / ((performance.now() - fromMs) / 1_000));
  } finally {
    await client.end();
  }
}

async function deviceIds(client: pg.Client, devices: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from device order by serial limit $1', [devices]);
  return rows.map(({ id }) => id);
}

function batchText(ids: readonly number[], boot: number, firstSeq: number): string {
  const at = new Date().toISOString();
  let text = '';
  for (let seq = firstSeq; seq < firstSeq + BATCH_ROWS; seq += 1) {
    text += `${ids[seq % ids.length]}\t${at}\t${boot}\t${seq}\t-33.865143\t151.209901\t13.4\t271.5\t31.2\t4.5\t9\tfalse\t${at}\n`;
  }
  return text;
}
