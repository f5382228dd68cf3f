import type { Flash } from './flash.ts';

/** Thrown out of a write to the flash at the moment in which the power goes. */
export class PowerCut extends Error {}

/**
 * A flash whose power goes after so many steps. A step is a byte of an image, an erasure or a written record. The byte
 * before the cut is in the flash, the next one is not.
 */
export function cutPowerAfter(flash: Flash, steps: number): Flash {
  let left = steps;
  const spend = (wanted: number): number => {
    const granted = Math.min(wanted, left);
    left -= granted;
    return granted;
  };
  const spendOne = (): void => {
    if (spend(1) === 0) throw new PowerCut();
  };
  return {
    ...flash,
    writeRecord(record) {
      spendOne();
      flash.writeRecord(record);
    },
    erase(slot) {
      spendOne();
      flash.erase(slot);
    },
    append(slot, bytes) {
      const granted = spend(bytes.length);
      flash.append(slot, bytes.subarray(0, granted));
      if (granted < bytes.length) throw new PowerCut();
    },
  };
}
