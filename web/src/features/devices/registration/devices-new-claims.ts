import { createStore, useStore } from '#lib/store.ts';

export interface NewClaim {
  serial: string;
  claimCode: string;
}

/**
 * The claim code that the user must write down now. The code is shown only once, so it outlives the table row of its
 * device.
 */
const newClaim = createStore<NewClaim | null>(null);

export const keepNewClaim = (claim: NewClaim): void => newClaim.set(claim);

export const forgetNewClaim = (): void => newClaim.set(null);

export const useNewClaim = (): NewClaim | null => useStore(newClaim);
