// Messages that reach the lanes without a connection of their own: phones report over HTTP.
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import type { MessageOfKind } from '../device-message.ts';
import type { Source } from './entry.ts';
import type { Ingest } from './ingest.ts';

type DirectKind = 'event' | 'heartbeat' | 'status' | 'location';

export type DirectReport = {
  [Kind in DirectKind]: { readonly kind: Kind; readonly message: MessageOfKind[Kind] };
}[DirectKind];

/**
 * Takes the messages of a device as if a tracker had published the messages. `stored`: all are committed. `busy`: a lane
 * is full, or the commit takes too long. The sender repeats busy messages, and repeats are stored once. Events are stored
 * although another lane is full.
 */
export type TakeReports = (
  device: { readonly id: number; readonly serial: string },
  reports: readonly DirectReport[],
  receivedAt: Date,
) => Promise<'stored' | 'busy'>;

/** Stands for a connection in the lanes. */
const CONNECTION_ID = 'http';
/** Any number but 0, with which a message needs no acknowledgement. */
const PACKET_ID = 1;

export function createTakeReports({
  ingest,
  clock,
  log,
  storeWithinMs,
}: {
  ingest: Pick<Ingest, 'take' | 'isFull'>;
  clock: Clock;
  log: Log;
  storeWithinMs: number;
}): TakeReports {
  return async ({ id, serial }, reports, receivedAt) => {
    const sourceOf = (kind: DirectKind, onSettled: () => void): Source => ({
      serial,
      connectionId: CONNECTION_ID,
      deviceId: id,
      publishRefusal: (_kind, reason) =>
        log.warn({ serial, kind, reason }, 'Message of a phone was quarantined, its other messages are stored'),
      settle: () => {
        onSettled();
        return false;
      },
      sendAcks: () => {},
    });
    const hasRoom = ({ kind }: DirectReport): boolean => {
      const source = sourceOf(kind, () => {});
      return !ingest.isFull(source, kind);
    };
    const isBusy = !reports.every(hasRoom);
    // An alarm does not wait for positions. The sender repeats the rest.
    const taken = isBusy ? reports.filter((report) => report.kind === 'event' && hasRoom(report)) : reports;
    const settled = taken.map(
      ({ kind, message }) =>
        new Promise<void>((resolve) => {
          const payload = Buffer.from(JSON.stringify(message));
          ingest.take(sourceOf(kind, resolve), kind, payload, PACKET_ID, receivedAt);
        }),
    );
    const aborter = new AbortController();
    try {
      return await Promise.race([
        Promise.all(settled).then(() => (isBusy ? ('busy' as const) : ('stored' as const))),
        clock.sleep(storeWithinMs, aborter.signal).then(() => 'busy' as const),
      ]);
    } finally {
      aborter.abort();
    }
  };
}
