import { failureWords, isPassing, isRefusal } from '#lib/http/api.ts';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { bulkTexts as texts } from '@trace/contract/fleet/fleet.bulk.texts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

/** `failure` null: done. `note`: the outcome in words, where an action has several. */
export interface BulkResult {
  device: TableRow;
  failure: string | null;
  note?: string;
}

/**
 * Calls `change` for each device, one after the other. A failure that would repeat for every device, such as a cancelled
 * re-authentication, a lost network or a rate limit, stops the run.
 */
export async function runBulk(
  devices: readonly TableRow[],
  change: (device: TableRow) => Promise<unknown>,
  onResult: (result: BulkResult) => void,
): Promise<void> {
  let isStopped = false;
  for (const device of devices) {
    if (isStopped) {
      onResult({ device, failure: texts.notTried });
      continue;
    }
    try {
      const note = await change(device);
      onResult({ device, failure: null, ...(typeof note === 'string' && { note }) });
    } catch (error) {
      isStopped = isPassing(error) || isRefusal(error, 'proof_required');
      onResult({ device, failure: failureWords(error) });
    }
  }
}

export function useBulkRun() {
  const queryClient = useQueryClient();
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  // `isRunning` reaches the buttons one render too late to stop an immediate second press.
  const isUnderWay = useRef(false);

  const run = async (devices: readonly TableRow[], change: (device: TableRow) => Promise<unknown>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    // A retry keeps the devices that are done.
    const kept = results.filter(({ failure }) => failure === null);
    setResults(kept);
    setTotal(kept.length + devices.length);
    await runBulk(devices, change, (result) => setResults((before) => [...before, result]));
    isUnderWay.current = false;
    await queryClient.invalidateQueries({ queryKey: ['devices'] });
  };

  return { results, total, isRunning: total !== null && results.length < total, run };
}
