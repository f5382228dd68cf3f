import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { DeviceFirmware, FirmwareCue, FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import { firmwareUpdateEvent } from '@trace/contract/firmware/firmware.stream';
import { useCallback } from 'react';
import { CUES_KEY, firmwareQuery } from './firmware.queries.ts';

/** Shows each step of the update of a device as soon as published, in its dialog and in lists. */
export function useFirmwareStream(serial: string): void {
  const queryClient = useQueryClient();
  const remember = useCallback(
    ({ serialNumber, update }: { serialNumber: string; update: FirmwareUpdate }) => {
      if (serialNumber === serial) rememberUpdate(queryClient, serial, update);
    },
    [queryClient, serial],
  );
  useStreamEvent(firmwareUpdateEvent, remember);
}

/** Replaces the cached update. A running or ended new version changes the offer, so that is fetched again. */
export function rememberUpdate(queryClient: QueryClient, serial: string, update: FirmwareUpdate): void {
  const { queryKey } = firmwareQuery(serial);
  applyPushedUpdate(queryClient, queryKey, (before) => before && withUpdate(before, update));
  queryClient.setQueriesData<FirmwareCue[]>({ queryKey: CUES_KEY }, (before) =>
    before?.map((cue) => (cue.serialNumber === serial ? { ...cue, update: isOver(update) ? null : update } : cue)),
  );
  if (update.state !== 'verifying' && !isOver(update)) return;
  void queryClient.invalidateQueries({ queryKey, exact: true });
  void queryClient.invalidateQueries({ queryKey: CUES_KEY });
}

/** An event that was published before the answer in the cache changes nothing. */
function withUpdate(before: DeviceFirmware, update: FirmwareUpdate): DeviceFirmware {
  const isOlder = before.update?.id === update.id && before.update.changedAt > update.changedAt;
  return isOlder ? before : { ...before, update };
}

const isOver = ({ state }: FirmwareUpdate): boolean => state === 'done' || state === 'failed' || state === 'cancelled';
