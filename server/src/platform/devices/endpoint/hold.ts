// Makes a device wait that is beyond its limits: the next packet stays unread until the allowance has refilled.
import type { ConnectionParts } from './transport.ts';

/** While the device waits, this much may arrive. What is beyond stays in the network, and counts as a strike. */
const MAX_HELD_BYTES = 32 * 1024;

export type Hold = ReturnType<typeof createHold>;

/** @param resume reads on after the wait */
export function createHold({ host, connection, transport }: ConnectionParts, resume: () => void) {
  let isHeld = false;

  return {
    isHeld: (): boolean => isHeld,
    isFull: (): boolean => isHeld && transport.reader.unreadBytes() >= MAX_HELD_BYTES,
    begin: (waitMs: number): false => {
      isHeld = true;
      host.after(waitMs, () => {
        isHeld = false;
        if (transport.is('open')) resume();
      });
      return false;
    },
    /** Call when `isFull`: the device goes on sending although it is held. */
    strike: (): void => {
      if (host.strike(connection) !== 'noted') transport.cut('beyond its limits');
    },
  };
}
