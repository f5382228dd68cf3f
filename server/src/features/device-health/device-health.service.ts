import { createHash } from 'node:crypto';
import { redacted } from '@trace/contract/device-protocol/redaction';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { hasPosition, type EventMessage, type LogMessage } from '@trace/contract/device-protocol/messages';
import { Counter, type Registry } from 'prom-client';
import type { Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { EventHandler } from './device-health.port.ts';
import {
  insertEvents,
  insertLogs,
  releaseIdentities,
  type Identified,
  type StoredMessage,
  type Received,
} from './device-health.store.ts';

/**
 * A device without a clock that lost its counters sends the same message for the first press after each start. A press
 * that arrives later than this is another one. Within this time, the incident of the first press takes in the second.
 */
const REPEATED_WITHIN_SEC = (10 * MINUTE_MS) / SECOND_MS;

export type DeviceHealthService = ReturnType<typeof createDeviceHealthService>;

export interface DeviceHealthServiceDependencies {
  log: Log;
  metrics: Registry;
}

/** Stores each event and log line of a device once, identified by content (decision 017). */
export function createDeviceHealthService({ log, metrics }: DeviceHealthServiceDependencies) {
  const handlers: EventHandler[] = [];
  const equivocations = new Counter({
    name: 'trace_device_equivocations_total',
    help: 'Events and log lines that reuse boot and seq of another content; stored and flagged',
    labelNames: ['kind'],
    registers: [metrics],
  });
  const countEquivocations = (kind: 'event' | 'log', stored: readonly StoredMessage[]): void =>
    equivocations.inc({ kind }, stored.filter(({ equivocation }) => equivocation).length);

  return {
    /** Stores events before their acknowledgement; the answer runs after the commit. */
    async keepEvents(executor: Executor, events: readonly Received<EventMessage>[]): Promise<() => void> {
      const identified = events.map((event) => withDigest(event, [event.message.kind, ...placeOf(event.message)]));
      const clockless = identified.filter(({ message }) => message.ts === 0);
      if (clockless.length > 0) await releaseIdentities(executor, clockless, REPEATED_WITHIN_SEC);
      const stored = await insertEvents(executor, identified);
      const byKey = new Map(stored.map((each) => [keyOf(each), each]));
      const fresh = identified.flatMap((event) => {
        const key = keyOf({ ...event, ...event.message });
        const { equivocation = false } = byKey.get(key) ?? {};
        return byKey.delete(key) ? [{ ...event, equivocation }] : [];
      });
      const news = fresh.map(({ deviceId, serial, at, receivedAt, skewed, message, digest }) => {
        const { boot, seq, ts, kind } = message;
        const place = hasPosition(message) ? { lat: message.lat, lng: message.lng } : null;
        return { deviceId, serial, kind, at, boot, seq, ts, digest, receivedAt, skewed, place };
      });
      if (news.length > 0) for (const handler of handlers) await handler(executor, news);
      return () => {
        countEquivocations('event', stored);
        for (const { serial, equivocation, message } of fresh) {
          const { kind, boot, seq, ts } = message;
          if (equivocation)
            log.warn(
              { serial, kind, boot, seq, ts },
              'Event reuses boot and seq of another event, stored as a new one',
            );
        }
      };
    },
    /** Stores log lines before their acknowledgement; the answer runs after the commit. */
    async keepLogs(executor: Executor, lines: readonly Received<LogMessage>[]): Promise<() => void> {
      const identified = lines.map((line) => withDigest(line, [line.message.level, line.message.text]));
      const stored = await insertLogs(executor, identified.map(withoutSecrets));
      return () => countEquivocations('log', stored);
    },
    onEvents: (handler: EventHandler): void => void handlers.push(handler),
  };
}

/** T55: possible positions and secrets are never stored. The digest tells the lines apart. */
const withoutSecrets = (line: Identified<LogMessage>): Identified<LogMessage> => ({
  ...line,
  message: { ...line.message, text: redacted(line.message.text) },
});

const placeOf = ({ lat, lng }: EventMessage): (number | null)[] => [lat ?? null, lng ?? null];

/**
 * Hashes the device's own time and content, but not the time of receipt. Every arrival of the same message has the same
 * hash.
 */
function withDigest<Message extends { ts: number }>(
  received: Received<Message>,
  content: readonly (string | number | null)[],
): Identified<Message> {
  const text = JSON.stringify([received.message.ts, ...content]);
  return { ...received, digest: createHash('sha256').update(text).digest('hex') };
}

const keyOf = ({ deviceId, boot, seq, digest }: Omit<StoredMessage, 'equivocation'>): string =>
  `${deviceId} ${boot} ${seq} ${digest}`;
