import type { CommandName } from '../device-protocol/commands.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

/**
 * CTRL-04: queued, waiting for the device to wake, sent, acknowledged by the device, then one of the four final states.
 */
export const commandStates = [
  'queued',
  'waiting',
  'sent',
  'acknowledged',
  'answered',
  'failed',
  'expired',
  'cancelled',
] as const;

export type CommandState = (typeof commandStates)[number];

/** CTRL-04: how long a command may wait. null: a setting, which is desired state and does not expire. */
export const commandLifetimeMs = {
  getLocation: 30 * SECOND_MS,
  getStatus: 30 * SECOND_MS,
  getLogs: 30 * SECOND_MS,
  restart: 5 * MINUTE_MS,
  enableLiveGps: 30 * SECOND_MS,
  disableLiveGps: 5 * MINUTE_MS,
  configure: null,
  updateFirmware: 2 * MINUTE_MS,
} satisfies Record<CommandName, number | null>;

const endStates: readonly CommandState[] = ['answered', 'failed', 'expired', 'cancelled'];

export const isFinished = (state: CommandState): boolean => endStates.includes(state);

/** A command that has not been sent yet can be cancelled. */
export const isWaiting = (state: CommandState): boolean => state === 'queued' || state === 'waiting';

export const deviceCommandsRules = {
  /** CTRL-01: lines of Get Logs, and stored answers of Check DB. */
  logLimit: 50,
  responsesShown: 5,
  /** CTRL-02: how often a device wakes in sleep mode. 0 without sleep mode. */
  wakeIntervalSec: 3_600,
  /** How long a command may wait past the device's expected wake, and the maximum wait. */
  wakeGraceMs: 5 * MINUTE_MS,
  longestWaitMs: 24 * HOUR_MS,
  /** Unanswered commands from people that one device may have. */
  mostUnanswered: 20,
  /** Rows of the timeline per answer. */
  pageSize: 20,
  /** CTRL-03: loading ends this long after the command's own timeout. */
  loadingGraceMs: 5 * SECOND_MS,
} as const;

/** How long a page waits for the device's answer, without the grace. */
export const commandTimeoutMs: Record<PanelCommand, number> = {
  getLocation: 10 * SECOND_MS,
  getStatus: 30 * SECOND_MS,
  getLogs: 30 * SECOND_MS,
  restart: 5 * MINUTE_MS,
  configure: 30 * SECOND_MS,
};

/** The commands that a person gives in the control panel. */
export type PanelCommand = 'getLocation' | 'getStatus' | 'getLogs' | 'restart' | 'configure';
