import type { EventMessage, LogMessage } from '@trace/contract/device-protocol/messages';
import type { Executor } from '#platform/db/database';
import { insertEvents, insertLogs, type Told } from './device-health.store.ts';

export interface DeviceHealthService {
  keepEvents(executor: Executor, events: readonly Told<EventMessage>[]): Promise<void>;
  keepLogs(executor: Executor, lines: readonly Told<LogMessage>[]): Promise<void>;
}

/** Keeps what devices tell, before it is acknowledged to them; who is told of it is another feature's. */
export function createDeviceHealthService(): DeviceHealthService {
  return { keepEvents: insertEvents, keepLogs: insertLogs };
}
