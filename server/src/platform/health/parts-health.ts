// How the services outside of this process work, known from their latest call. `hubReceiver`: storing frames of hubs.
import { Counter, Gauge, type Registry } from 'prom-client';

const outsideParts = ['mail', 'files', 'push', 'sms', 'hubs', 'hubQueue', 'hubReceiver', 'broker'] as const;
export type OutsidePart = (typeof outsideParts)[number];

/** Where a part of the platform counts its calls. */
export interface CallCounter {
  /** The service answered, even if with a refusal of this call alone. */
  answered(outcome?: 'ok' | 'refused'): void;
  /** The service did not answer, or refuses every call. */
  failed(): void;
}

/** `off`: not configured. `ok` also before the first call. */
export type PartState = 'ok' | 'failing' | 'off';

export interface PartsHealth {
  callsOf(part: OutsidePart): CallCounter;
  switchOff(part: OutsidePart): void;
  states(): Record<OutsidePart, PartState>;
}

export function createPartsHealth(metrics: Registry): PartsHealth {
  const states: Record<OutsidePart, PartState> = {
    mail: 'ok',
    files: 'ok',
    push: 'ok',
    sms: 'ok',
    hubs: 'ok',
    hubQueue: 'ok',
    hubReceiver: 'ok',
    broker: 'ok',
  };
  const calls = new Counter({
    name: 'trace_part_calls_total',
    help: 'Calls of mail server, file store, push services, SMS gateway, hub service and hub queue, connections to the broker, and frames of hubs',
    labelNames: ['part', 'outcome'],
    registers: [metrics],
  });
  const up: Gauge = new Gauge({
    name: 'trace_part_up',
    help: '0 when the latest call of a configured part failed',
    labelNames: ['part'],
    registers: [metrics],
    collect: () => {
      for (const part of outsideParts) {
        if (states[part] === 'off') up.remove({ part });
        else up.set({ part }, states[part] === 'ok' ? 1 : 0);
      }
    },
  });
  return {
    callsOf: (part) => ({
      answered: (outcome = 'ok') => {
        calls.inc({ part, outcome });
        states[part] = 'ok';
      },
      failed: () => {
        calls.inc({ part, outcome: 'failed' });
        states[part] = 'failing';
      },
    }),
    switchOff: (part) => {
      states[part] = 'off';
    },
    states: () => ({ ...states }),
  };
}

/** For tests of a part alone. */
export const uncounted: CallCounter = { answered: () => {}, failed: () => {} };
