// A signed-in person who reads and writes without a pause, over connections that stay open.
import { setTimeout as wait } from 'node:timers/promises';
import { listDevices } from '@trace/contract/devices/devices.api';
import { renameDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { getPingQuota } from '@trace/contract/ping/ping.api';
import { signInTo } from './portal-client.ts';
import type { Ready } from '../servers/world.ts';

/** Each kind of request stays below its limit: 600 reads a minute, 120 writes an hour. */
const PAUSE_MS = 40;
const WRITE_EVERY = 12;

export interface SteadyRequests {
  /** Ends, and returns the number of requests and the errors of those that failed. A read is repeated once before. */
  stop(): Promise<{ readonly sent: number; readonly failed: readonly string[] }>;
}

export async function startSteadyRequests(at: Pick<Ready, 'url' | 'person'>): Promise<SteadyRequests> {
  const { api } = await signInTo(at);
  const serialNumber = (await api.call(listDevices, { query: { limit: 20 } })).devices[0]!.serialNumber;
  const running = new Set<Promise<void>>();
  const failed: string[] = [];
  let sent = 0;
  let isOver = false;

  const reads: readonly (() => Promise<unknown>)[] = [
    () => api.call(listDevices, { query: { limit: 20 } }),
    () => api.call(listStatuses, {}),
    () => api.call(getPingQuota, {}),
  ];
  const write = () => api.call(renameDevice, { params: { serial: serialNumber }, body: { nickname: `Car ${sent}` } });

  const send = async (): Promise<void> => {
    sent += 1;
    const isWrite = sent % WRITE_EVERY === 0;
    const read = reads[sent % reads.length]!;
    try {
      await (isWrite ? write() : read().catch(read));
    } catch (error) {
      failed.push(`a ${isWrite ? 'write' : 'read'}: ${(error as Error).message}`);
    }
  };

  const work = async (): Promise<void> => {
    while (!isOver) {
      const request = send();
      running.add(request);
      void request.then(() => running.delete(request));
      await wait(PAUSE_MS);
    }
  };
  const working = work();

  return {
    async stop() {
      isOver = true;
      await working;
      await Promise.all(running);
      return { sent, failed };
    },
  };
}
