import type { Executor } from '#platform/db/database';
import type { AssignmentState } from '../devices.policy.ts';
import type { DeviceFactsRow } from '../devices.store.ts';
import { deletePendingReturn, insertPendingReturn, setVisibleSince } from './devices.pending-return.store.ts';

type Taken = Pick<DeviceFactsRow, 'assignedTo' | 'waitsFor' | 'isTaken' | 'takenFrom'> & { readonly serial: string };

/** A device whose waiting assignment was cancelled is free to be assigned: nobody had it. It is not to be located. */
export function stateOf({ assignedTo, waitsFor, isTaken, takenFrom }: Taken): AssignmentState {
  if (assignedTo !== null) return 'assigned';
  if (waitsFor !== null) return 'waiting';
  return isTaken && takenFrom !== null ? 'taken' : 'free';
}

/**
 * Notes what the end of an assignment means for positions (authorization.md, a), before it is ended or its device is
 * removed: by its user, the device is given back; by anybody else, it is taken, and that stays so by its serial.
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
  await insertPendingReturn(tx, { serial: device.serial, formerAccount: device.assignedTo, since: at, endedBy: by });
}

/** Its user gave it back after all, or somebody showed the code that is printed on it. */
export async function release(tx: Executor, serial: string, at: Date): Promise<boolean> {
  const wasTaken = await deletePendingReturn(tx, serial);
  if (wasTaken) await setVisibleSince(tx, serial, at);
  return wasTaken;
}
