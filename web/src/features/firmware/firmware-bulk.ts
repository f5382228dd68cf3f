import { ApiError } from '@trace/contract/kernel/client';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';
import { startUpdates, type StartOutcome } from './firmware.queries.ts';

/**
 * Starts the updates of several devices in one call, and answers for each device in words. A device that is asked for
 * again, after a failure, is started alone.
 */
export function startTogether(
  devices: readonly { readonly serialNumber: string }[],
): (device: { readonly serialNumber: string }) => Promise<string> {
  const serials = devices.map(({ serialNumber }) => serialNumber);
  const open = new Set(serials);
  let all: Promise<StartOutcome[]> | undefined;
  return async ({ serialNumber }) => {
    all ??= startUpdates(serials);
    const outcomes = await (open.delete(serialNumber) ? all : startUpdates([serialNumber]));
    return wordsOf(outcomes.find((one) => one.serialNumber === serialNumber)!);
  };
}

function wordsOf({ outcome, message }: StartOutcome): string {
  const { outcomes } = texts.many;
  if (outcome === 'started' || outcome === 'up_to_date') return outcomes[outcome];
  const refusal = { code: 'conflict', message: message ?? outcomes[outcome], requestId: '' } as const;
  throw new ApiError(409, refusal);
}
