// Replaces a message that the database refused by a row in quarantine, and sets its device apart from its neighbours.
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import type { GatewayCounters } from '../counters.ts';
import type { Entry, MessageEntry } from './entry.ts';
import { PAYLOAD_START_BYTES } from './quarantine.ts';
import type { Suspects } from './suspects.ts';

interface SetAsideOptions {
  readonly suspects: Pick<Suspects, 'add'>;
  readonly counters: Pick<GatewayCounters, 'count'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Logs only the first refusal of a device, so that a faulty device cannot fill the log. */
export function createSetAside({ suspects, counters, clock, log }: SetAsideOptions) {
  return (entry: Entry, error: unknown): Entry | null => {
    if (!('message' in entry)) return null;
    counters.count('unstorable');
    const { serial } = entry.message;
    if (suspects.add(serial, clock.now().getTime()))
      log.warn(
        { err: error, serial, kind: entry.kind },
        'Device message cannot be stored, moved to quarantine; the messages of this device are stored apart for an hour',
      );
    return setAsideFor(entry, error);
  };
}

/** The row that stands for a message that the database refused. */
function setAsideFor(entry: MessageEntry, error: unknown): Entry {
  const payload = Buffer.from(JSON.stringify(entry.message.message));
  const { serial, receivedAt } = entry.message;
  const reason = error instanceof Error ? `refused: ${error.name}` : 'refused';
  const setAside = {
    serial,
    kind: entry.kind,
    reason,
    sizeBytes: payload.length,
    payloadStart: startOf(payload),
    receivedAt,
  };
  const { source, packetId, sizeBytes } = entry;
  source?.publishRefusal(entry.kind, reason);
  return { kind: 'set_aside', source, packetId, sizeBytes, setAside };
}

/** A copy, so that the whole received chunk can be freed. */
export function startOf(payload: Buffer): Buffer {
  return Buffer.from(payload.subarray(0, PAYLOAD_START_BYTES));
}
