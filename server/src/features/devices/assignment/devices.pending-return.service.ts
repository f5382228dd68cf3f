import type { Executor } from '#platform/db/database';
import type { AssignmentState } from '../devices.policy.ts';
import type { DeviceFactsRow } from '../devices.store.ts';
import { deletePendingReturn, insertPendingReturn, setVisibleSince } from './devices.pending-return.store.ts';

type Taken = Pick<DeviceFactsRow, 'assignedTo' | 'waitsFor' | 'isUnseen' | 'isTaken' | 'takenFrom'> & {
  readonly serial: string;
};

/**
 * Returns the assignment state. A device with a cancelled waiting assignment is free, because no user had the device.
 * The device still cannot be located.
 */
export function stateOf({ assignedTo, waitsFor, isUnseen, isTaken, takenFrom }: Taken): AssignmentState {
  if (assignedTo !== null && !isUnseen) return 'assigned';
  if (assignedTo !== null || waitsFor !== null) return 'waiting';
  return isTaken && takenFrom !== null ? 'taken' : 'free';
}

/**
 * Records the effect of an ending assignment on positions (authorization.md, a), before the assignment ends or the
 * device is removed. Ended by the user, the device is given back. Ended by another person, the device stays pending
 * return, by serial.
 */
export async function recordUnassignment(
  tx: Executor,
  device: Taken,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  if (device.assignedTo === by) {
    if (device.takenFrom === null || device.takenFrom === by) await deletePendingReturn(tx, device.serial);
    return;
  }
  if (device.assignedTo === null && device.waitsFor === null) return;
  // A user who never looked has nothing to give back, as with an address without an account.
  const formerAccount = device.isUnseen ? null : device.assignedTo;
  await insertPendingReturn(tx, { serial: device.serial, formerAccount, since: at, endedBy: by });
}

/** Releases a device after the user gave the device back, or a person showed the claim code on the label. */
export async function release(tx: Executor, serial: string, at: Date): Promise<boolean> {
  const wasTaken = await deletePendingReturn(tx, serial);
  if (wasTaken) await setVisibleSince(tx, serial, at);
  return wasTaken;
}
