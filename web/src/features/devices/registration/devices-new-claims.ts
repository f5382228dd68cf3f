import type { Stop } from '#lib/stop.ts';
import { useSyncExternalStore } from 'react';

export interface NewClaim {
  serial: string;
  claimCode: string;
}

/**
 * The claim code that the user must write down now. The code is shown only once, so it outlives the table row of its
 * device.
 */
let current: NewClaim | null = null;
const listeners = new Set<() => void>();

function change(next: NewClaim | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export const keepNewClaim = (claim: NewClaim): void => change(claim);

export const forgetNewClaim = (): void => change(null);

function subscribe(listener: () => void): Stop {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useNewClaim = (): NewClaim | null => useSyncExternalStore(subscribe, () => current);
