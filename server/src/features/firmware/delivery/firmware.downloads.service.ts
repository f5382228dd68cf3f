import type { Readable } from 'node:stream';
import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import type { DeviceUpdates } from '../updates/firmware.updates.port.ts';
import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';

interface Download {
  readonly deviceId: number;
  readonly updateId: string;
  readonly releaseId: string;
  readonly stream: Readable;
}

export interface Downloads {
  /** Refuses when the device has too many open downloads. Call before the file is opened. */
  admit(deviceId: number): void;
  /** Remembers a download until its stream has closed. */
  add(download: Download): void;
  /** Cuts downloads whose update may no longer be loaded. */
  start(): Stop;
}

/** A device loads over a single connection. Broken connections count until their end is noticed. */
const MOST_PER_DEVICE = 4;
/** Finds rollouts that another process has halted. The second check within the time of a halt makes up for a failed first. */
const CHECK_EVERY_MS = firmwareRules.haltWithinMs / 2 - SECOND_MS / 2;

export function createDownloads(dependencies: {
  clock: Clock;
  log: Log;
  updates: Pick<DeviceUpdates, 'listLoadable' | 'onLoadingEnded'>;
}): Downloads {
  const { clock, log, updates } = dependencies;
  const open = new Set<Download>();

  const check = async (among: readonly Download[]): Promise<void> => {
    if (among.length === 0) return;
    try {
      const loadable = await updates.listLoadable([...new Set(among.map(({ updateId }) => updateId))]);
      for (const { updateId, stream } of among)
        if (!loadable.has(updateId)) stream.destroy(new Error('the update may no longer be loaded'));
    } catch (error) {
      log.warn(
        { err: error, downloads: among.length },
        'Checking open downloads of firmware failed, retrying in some seconds',
      );
    }
  };

  return {
    admit: (deviceId) => {
      const ofDevice = [...open].filter((download) => download.deviceId === deviceId);
      if (ofDevice.length >= MOST_PER_DEVICE)
        throw new Refusal('too_many_requests', texts.manyDownloads, { retryAfterSec: 10 });
    },
    add: (download) => {
      open.add(download);
      download.stream.once('close', () => open.delete(download));
    },
    start: () => {
      // After a lost connection, any release may be meant.
      updates.onLoadingEnded((id) => void check([...open].filter(({ releaseId }) => id === '' || releaseId === id)));
      return clock.every(CHECK_EVERY_MS, () => check([...open]));
    },
  };
}
