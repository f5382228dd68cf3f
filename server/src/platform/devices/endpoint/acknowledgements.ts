// The messages of a connection that are in flight, and their PUBACKs, which leave together in one write.
const NONE: readonly number[] = [];

export function createAcknowledgements(receiveWindow: number) {
  let inFlight = 0;
  let dueAcks: number[] = [];

  return {
    /** Counts a received message as in flight until it is settled. */
    begin: (): void => {
      inFlight += 1;
    },
    settle: (packetId: number): boolean => {
      inFlight -= 1;
      return packetId === 0 || dueAcks.push(packetId) === 1;
    },
    hasRoom: (): boolean => inFlight <= receiveWindow,
    /** Takes the packet ids of the settled messages. */
    takeDue: (): readonly number[] => {
      if (dueAcks.length === 0) return NONE;
      const packetIds = dueAcks;
      dueAcks = [];
      return packetIds;
    },
  };
}
