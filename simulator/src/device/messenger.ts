import { replyTopic, telemetryTopic } from '@trace/contract/device-protocol/topics';
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';
import type { Clock } from '../clock.ts';
import type { Connection } from './connection.ts';
import type { Delivery, Faults } from '../faults.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';

export interface Acknowledgement {
  readonly entry: LedgerEntry;
  readonly latencyMs: number;
}

/**
 * Gives each message its identity (boot, seq), records the message in the ledger and sends the message through the
 * faults.
 */
export interface Messenger {
  /** Resolves true when acknowledged, false when the message was dropped or lost by a fault. */
  readonly publish: (kind: DeviceMessageKind, fields: object) => Promise<boolean>;
  /** A new boot: the counters begin again. */
  readonly begin: (boot: number) => void;
  readonly boot: () => number;
  readonly nextSeq: () => number;
}

export function createMessenger(options: {
  serial: string;
  boot: number;
  clock: Clock;
  connection: Connection;
  faults: Faults;
  ledger: Ledger;
  onPublished(entry: LedgerEntry): void;
  onAcknowledged(acknowledgement: Acknowledgement): void;
}): Messenger {
  const { serial, clock, connection, faults, ledger } = options;
  let boot = options.boot;
  let seq = 0;
  /** Events count in a space of their own, so that no flood of telemetry can push a panic out of order. */
  let eventSeq = 0;

  const deliver = async (entry: LedgerEntry, delivery: Delivery): Promise<boolean> => {
    entry.fate = delivery.isSpoilt ? 'spoilt' : 'sound';
    const priority = entry.kind === 'event' ? 'urgent' : 'ordinary';
    const outcome = await connection.publish(entry.topic, delivery.payload, priority);
    if (outcome === 'dropped') {
      entry.fate = 'dropped';
      return false;
    }
    if (entry.acknowledgedAtMs !== null) return true;
    entry.acknowledgedAtMs = clock.nowMs();
    options.onAcknowledged({ entry, latencyMs: entry.acknowledgedAtMs - entry.publishedAtMs });
    return true;
  };

  return {
    publish(kind, fields) {
      const publishedAtMs = clock.nowMs();
      const body = { v: 1, boot, seq: kind === 'event' ? eventSeq++ : seq++, ts: publishedAtMs, ...fields };
      const topic = kind === 'reply' ? replyTopic(serial) : telemetryTopic(serial, kind);
      const entry: LedgerEntry = {
        boot,
        seq: body.seq,
        kind,
        topic,
        publishedAtMs,
        acknowledgedAtMs: null,
        fate: 'lost',
      };
      ledger.record(entry);
      options.onPublished(entry);
      return new Promise((resolve) => {
        faults.pass(kind, body, (delivery) => void deliver(entry, delivery).then(resolve));
        if (entry.fate === 'lost') resolve(false);
      });
    },
    begin(nextBoot) {
      boot = nextBoot;
      seq = 0;
      eventSeq = 0;
    },
    boot: () => boot,
    nextSeq: () => seq,
  };
}
