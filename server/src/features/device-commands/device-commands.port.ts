import type { CommandState } from '@trace/contract/device-commands/device-commands.rules';
import type { CommandName, CommandParameters } from '@trace/contract/device-protocol/commands';
import type { ReplyResult } from '@trace/contract/device-protocol/messages';
import type { SendCommand } from '@trace/contract/device-commands/device-commands.schema';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';

/** Which feature hears of a command's end. */
export type CommandPurpose = 'ping' | 'live' | 'manual' | 'setup';

export interface NewCommand<Name extends CommandName = CommandName> {
  requestId: string;
  device: { id: number; serial: string };
  command: Name;
  parameters: CommandParameters<Name>;
  purpose: CommandPurpose;
  /** The person who sent it, or null when the portal did. */
  sentBy: string | null;
  /** When it ends unanswered; null for a setting, which does not expire. */
  expiresAt: Date | null;
  /** The device sleeps: it waits for the wake, and says so. */
  waits?: boolean;
}

export interface FinishedCommand {
  requestId: string;
  deviceId: number;
  serial: string;
  command: CommandName;
  parameters: Record<string, unknown>;
  purpose: CommandPurpose;
  sentBy: string | null;
  state: 'answered' | 'failed' | 'expired' | 'cancelled';
  finishedAt: Date;
  result: ReplyResult | null;
  /** Boot and sequence number of the message that was the answer; null without one. */
  answerBoot: number | null;
  answerSeq: number | null;
}

/** Runs in the transaction that ends the command, exactly once per command; what it answers runs after the commit. */
export type FinishHandler = (executor: Executor, finished: FinishedCommand) => Promise<void | (() => void)>;

/** Runs once, as the command goes out; what it answers goes along and is stored nowhere. */
export type SendHandler = (command: { requestId: string; deviceId: number }) => Promise<Record<string, unknown>>;

export interface DeviceCommandsPort {
  /**
   * Stores a command in the caller's transaction; it goes out when that commits. The same request id is stored once:
   * false when it is there already.
   */
  issue<Name extends CommandName>(executor: Executor, command: NewCommand<Name>): Promise<boolean>;
  /** Ends a command that has not ended, also one that has gone out; answers false when it had ended. */
  cancel(requestId: string): Promise<boolean>;
  /** Ends a command that has not gone out; false when it has, or has ended. `also` runs in the transaction of that end. */
  cancelWaiting(requestId: string, also: (executor: Executor) => Promise<void>): Promise<boolean>;
  /** Resolves with the end of a command, or null when the signal aborts first. */
  whenFinished(requestId: string, signal: AbortSignal): Promise<FinishedCommand | null>;
  onFinished(purpose: CommandPurpose, handler: FinishHandler): void;
  /** Adds to the parameters at the moment of sending what must not lie among the commands: secrets. */
  onSending(purpose: CommandPurpose, complete: SendHandler): void;
  /** How far a command is; null when there is none. */
  stateOf(executor: Executor, requestId: string): Promise<CommandState | null>;
}

/** The commands whose right is the relation to the device alone. Locating commands go by the rules of ping and tracking. */
export type ManualCommand = Extract<SendCommand, { command: 'getStatus' | 'getLogs' | 'restart' | 'configure' }>;

export interface SentManualCommand {
  readonly requestId: string;
  readonly state: CommandState;
}

export interface ManualCommandsPort {
  /** Stores a person's command, at most once per request id. It is sent after the commit. */
  give(actor: Actor, origin: CallOrigin, command: ManualCommand): Promise<SentManualCommand>;
}

/** A command that has not ended. */
export interface UnansweredCommand {
  readonly requestId: string;
  readonly deviceId: number;
  readonly serial: string;
  readonly command: CommandName;
  readonly createdAt: Date;
}

/** How well commands are delivered. */
export interface CommandMonitorPort {
  /** Commands are sent, and expired commands are ended. */
  isDelivering(): boolean;
  /** IDASH-04: the oldest command that has not ended, of the devices that `among` selects; null without one. */
  oldestUnanswered(
    among: (deviceIds: readonly number[]) => Promise<ReadonlySet<number>>,
  ): Promise<UnansweredCommand | null>;
}
