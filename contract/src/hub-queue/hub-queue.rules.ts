import { DAY_MS, MINUTE_MS } from '../kernel/time.ts';

/** PANIC-01, PANIC-02: numbers of the hub queue. */
export const hubQueueRules = {
  /** How often an open page loads the state of the queue again. */
  refreshMs: 10_000,
  pageSize: 25,
  reasonMinLength: 5,
  reasonMaxLength: 500,
  /** How long a test waits for the process that reads the queue. */
  roundMs: 15_000,
  /** Messages that were set aside count as an alarm for so long. */
  setAsideMs: DAY_MS,
  /** A reader that did not ask the queue for longer than this is an alarm. */
  silentMs: 2 * MINUTE_MS,
  /** Hubs without a connection that the page names. */
  mostLostHubs: 50,
} as const;

/** The literal that stands for all hubs. */
export const ALL_HUBS = 'ALL';

/** The form of a hub ID: 8 hexadecimal digits. */
export const hubIdPattern = /^[0-9A-F]{8}$/;

/** Why a message was set aside. */
export const setAsideReasons = ['not_json', 'no_event', 'failed'] as const;
export type SetAsideReason = (typeof setAsideReasons)[number];
