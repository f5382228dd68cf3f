import type { EventMessage, LogMessage } from '@trace/contract/device-protocol/messages';
import type { Executor } from '#platform/db/database';
import type { EventHandler } from './device-health.port.ts';
import { insertEvents, insertLogs, type Told } from './device-health.store.ts';

export interface DeviceHealthService {
  keepEvents(executor: Executor, events: readonly Told<EventMessage>[]): Promise<void>;
  keepLogs(executor: Executor, lines: readonly Told<LogMessage>[]): Promise<void>;
  onEvents(handler: EventHandler): void;
}

/** Keeps what devices tell, before it is acknowledged to them; who is told of it is another feature's. */
export function createDeviceHealthService(): DeviceHealthService {
  const handlers: EventHandler[] = [];
  return {
    async keepEvents(executor, events) {
      const stored = new Set((await insertEvents(executor, events)).map(identityOf));
      const news = events.flatMap(({ deviceId, at, message: { boot, seq, ts, kind } }) =>
        stored.delete(identityOf({ deviceId, boot, seq })) ? [{ deviceId, kind, at, boot, ts }] : [],
      );
      if (news.length > 0) for (const handler of handlers) await handler(executor, news);
    },
    keepLogs: insertLogs,
    onEvents: (handler) => void handlers.push(handler),
  };
}

const identityOf = ({ deviceId, boot, seq }: { deviceId: number; boot: number; seq: number }): string =>
  `${deviceId} ${boot} ${seq}`;
