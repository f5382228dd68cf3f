// Messages that could not be understood or stored are kept for a look, a limited number per device and day.
import type { Clock } from '#platform/clock/clock';
import type { DedicatedTransaction } from '#platform/db/database';

import type { SetAside } from './entry.ts';

export const PAYLOAD_START_BYTES = 512;

const DAY_LENGTH = 'YYYY-MM-DD'.length;

const INSERT = `
  insert into device_quarantine (serial, kind, reason, size_bytes, payload_start, received_at)
  select new.serial, new.kind, left(new.reason, 200), new.size_bytes, new.payload_start, new.received_at
  from unnest($1::text[], $2::text[], $3::text[], $4::int4[], $5::bytea[], $6::timestamptz[])
    with ordinality as new (serial, kind, reason, size_bytes, payload_start, received_at, nth)
  where $7 > (
    select count(*) from device_quarantine kept
    where kept.serial = new.serial and kept.received_at >= date_trunc('day', new.received_at)
  ) + (
    select count(*) from unnest($1::text[]) with ordinality as earlier (serial, nth)
    where earlier.serial = new.serial and earlier.nth < new.nth
  )`;

export interface Quarantine {
  store(tx: DedicatedTransaction, items: readonly SetAside[]): Promise<void>;
}

export function createQuarantine(options: { perDay: number; clock: Clock }): Quarantine {
  const { perDay, clock } = options;
  let day = '';
  let seenToday = new Map<string, number>();

  /** Spares the database rows that it would refuse. The count in memory starts again after a restart. */
  const isWorthKeeping = (item: SetAside): boolean => {
    const seen = seenToday.get(item.serial) ?? 0;
    seenToday.set(item.serial, seen + 1);
    return seen < perDay;
  };

  return {
    store: async (tx, items) => {
      const today = clock.now().toISOString().slice(0, DAY_LENGTH);
      if (today !== day) seenToday = new Map();
      day = today;
      const kept = items.filter(isWorthKeeping);
      if (kept.length === 0) return;
      await tx.query({ name: 'device-quarantine-insert', text: INSERT, values: [...columnsOf(kept), perDay] });
    },
  };
}

function columnsOf(items: readonly SetAside[]): unknown[] {
  return [
    items.map((item) => item.serial),
    items.map((item) => item.kind),
    items.map((item) => item.reason),
    items.map((item) => item.sizeBytes),
    items.map((item) => item.payloadStart),
    items.map((item) => item.receivedAt),
  ];
}
