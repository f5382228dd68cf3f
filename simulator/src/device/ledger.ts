import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';

/**
 * A message that a device created. `fate` says why the message could not arrive intact: lost or spoilt by a fault, or
 * dropped from a full outbox.
 */
export interface LedgerEntry {
  readonly boot: number;
  readonly seq: number;
  readonly kind: DeviceMessageKind;
  readonly topic: string;
  readonly publishedAtMs: number;
  acknowledgedAtMs: number | null;
  fate: 'sound' | 'lost' | 'spoilt' | 'dropped';
}

/** The delivery promise: after a fault, each entry with `acknowledgedAtMs` must be found on the server exactly once. */
export interface Ledger {
  record(entry: LedgerEntry): void;
  entries(): readonly LedgerEntry[];
  acknowledged(): readonly LedgerEntry[];
  /** Entries that no longer fit and were forgotten, the oldest first. */
  forgotten(): number;
}

/** Keeps the newest `capacity` entries; 0 keeps none, for fleets whose memory counts. */
export function createLedger(capacity: number): Ledger {
  let kept: LedgerEntry[] = [];
  let forgotten = 0;

  const trim = (): void => {
    const surplus = kept.length - capacity;
    forgotten += surplus;
    kept = kept.slice(surplus);
  };

  return {
    record(entry) {
      if (capacity === 0) return;
      kept.push(entry);
      if (kept.length > capacity * 2) trim();
    },
    entries: () => kept,
    acknowledged: () => kept.filter((entry) => entry.acknowledgedAtMs !== null),
    forgotten: () => forgotten,
  };
}
