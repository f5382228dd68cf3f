import type { CommandState } from '@trace/contract/device-commands/device-commands.rules';
import type { CommandName, CommandParameters } from '@trace/contract/device-protocol/commands';
import type { ReplyResult } from '@trace/contract/device-protocol/messages';
import type { SendCommand } from '@trace/contract/device-commands/device-commands.schema';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';

/** Which feature hears of a command's end. */
export type CommandPurpose = 'ping' | 'live' | 'manual' | 'setup' | 'panic' | 'firmware';

export interface NewCommand<Name extends CommandName = CommandName> {
  requestId: string;
  device: { id: number; serial: string };
  command: Name;
  parameters: CommandParameters<Name>;
  purpose: CommandPurpose;
  /** The sending person, or null for the portal's own commands. */
  sentBy: string | null;
  /** When the unanswered command expires. Null for a setting, which never expires. */
  expiresAt: Date | null;
  /** The device sleeps, so the command waits for the wake and shows as waiting. */
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
  /** Boot and sequence number of the answering message, or null without an answer. */
  answerBoot: number | null;
  answerSeq: number | null;
}

/** Runs in the transaction that ends the command, exactly once per command. The returned function runs after commit. */
export type FinishHandler = (executor: Executor, finished: FinishedCommand) => Promise<void | (() => void)>;

/** Runs once, when the command is sent. The returned fields are added to the message and never stored. */
export type SendHandler = (command: { requestId: string; deviceId: number }) => Promise<Record<string, unknown>>;

export interface DeviceCommandsPort {
  /**
   * Stores a command in the caller's transaction and sends the command after commit. Idempotent: returns false when the
   * request id is already stored.
   */
  issue<Name extends CommandName>(executor: Executor, command: NewCommand<Name>): Promise<boolean>;
  /** Ends an unfinished command, even after sending. Returns false when the command had already ended. */
  cancel(requestId: string): Promise<boolean>;
  /**
   * Ends an unsent command. Returns false when the command was sent or has ended. `also` runs in the same transaction.
   */
  cancelWaiting(requestId: string, also: (executor: Executor) => Promise<void>): Promise<boolean>;
  /** Resolves with the end of a command, or null when the signal aborts first. */
  whenFinished(requestId: string, signal: AbortSignal): Promise<FinishedCommand | null>;
  onFinished(purpose: CommandPurpose, handler: FinishHandler): void;
  /** Adds parameters at the moment of sending that must not be stored with the command: secrets. */
  onSending(purpose: CommandPurpose, complete: SendHandler): void;
  /** How far a command is; null when there is none. */
  stateOf(executor: Executor, requestId: string): Promise<CommandState | null>;
}

/** Commands that depend only on the relation to the device. Location commands follow the rules of ping and tracking. */
export type ManualCommand = Extract<SendCommand, { command: 'getStatus' | 'getLogs' | 'restart' | 'configure' }>;

export interface SentManualCommand {
  readonly requestId: string;
  readonly state: CommandState;
}

/** Runs in the transaction that stores a person's command, before it is stored. A refusal prevents the command. */
export type GiveCheck = (
  tx: Executor,
  given: { deviceId: number; accountId: string; command: ManualCommand },
) => Promise<void>;

export interface ManualCommandsPort {
  /** Stores a person's command, at most once per request id. The command is sent after commit. */
  give(actor: Actor, origin: CallOrigin, command: ManualCommand): Promise<SentManualCommand>;
  onGiving(check: GiveCheck): void;
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
  /** IDASH-04: returns the oldest unfinished command of the devices that `among` selects, or null. */
  oldestUnanswered(
    among: (deviceIds: readonly number[]) => Promise<ReadonlySet<number>>,
  ): Promise<UnansweredCommand | null>;
}
