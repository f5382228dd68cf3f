import type { StoredMessage } from './hub-queue.messages.service.ts';

export interface RoundTally {
  /** Messages since the round began. */
  messages(): number;
  /** New alarms of a hub since the round began, or of all hubs. */
  alertsOf(hubId: string | null): number;
}

export type RoundTallies = ReturnType<typeof createRoundTallies>;

/** Counts processed messages while rounds are open, also messages that the long poll found. */
export function createRoundTallies() {
  const open = new Map<RoundTally, StoredMessage[]>();
  return {
    begin(): RoundTally {
      const stored: StoredMessage[] = [];
      const isAlertOf = (message: StoredMessage, hubId: string | null): boolean =>
        message.outcome === 'alerted' && (hubId === null || message.hubId === hubId);
      const tally: RoundTally = {
        messages: () => stored.length,
        alertsOf: (hubId) => stored.filter((message) => isAlertOf(message, hubId)).length,
      };
      open.set(tally, stored);
      return tally;
    },
    count(message: StoredMessage): void {
      for (const stored of open.values()) stored.push(message);
    },
    end(tally: RoundTally): void {
      open.delete(tally);
    },
  };
}
