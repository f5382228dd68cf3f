import { z } from 'zod';
import { commandNames, commandParameters } from '../device-protocol/commands.ts';
import { reportedStatuses } from '../device-protocol/states.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { commandStates, deviceCommandsRules } from './device-commands.rules.ts';

/** A device's answer to a command, without any position: coordinates are removed from the text. */
export const commandAnswerSchema = z.strictObject({
  success: z.boolean(),
  /** The device's own message, or null. */
  message: z.string().nullable(),
  status: z.enum(reportedStatuses).nullable(),
  sleepMode: z.boolean().nullable(),
  /** Newest last; null where no logs were asked for. */
  logs: z.array(z.string()).nullable(),
});

export type CommandAnswer = z.infer<typeof commandAnswerSchema>;

/** A row of the timeline. */
export const commandSchema = z.strictObject({
  requestId: z.uuid(),
  serialNumber: serialSchema,
  command: z.enum(commandNames),
  state: z.enum(commandStates),
  /** The value that a person set with `configure`. Null for every other command. */
  sleepModeEnabled: z.boolean().nullable(),
  /** The sender's name. Null when the portal sent the command or the person has left. */
  sentBy: z.string().nullable(),
  isMine: z.boolean(),
  mayCancel: z.boolean(),
  createdAt: instantSchema,
  expiresAt: instantSchema.nullable(),
  sentAt: instantSchema.nullable(),
  acknowledgedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  answer: commandAnswerSchema.nullable(),
});

export type DeviceCommand = z.infer<typeof commandSchema>;

/** A stored answer of a device (Check DB). */
export const deviceResponseSchema = z.strictObject({
  requestId: z.uuid(),
  command: z.enum(commandNames),
  at: instantSchema,
  answer: commandAnswerSchema,
});

export type DeviceResponse = z.infer<typeof deviceResponseSchema>;

const { getLocation, getStatus, getLogs, restart, enableLiveGps, disableLiveGps } = commandParameters;

/** The lease of live mode is the server's own affair. */
const live = enableLiveGps.omit({ leaseSec: true }).partial();

/** Sleep mode, and Bluetooth, which is recognised but locked for all callers. */
const settings = z.strictObject({
  sleepModeEnabled: z.boolean().optional(),
  wakeInterval: z.int().min(0).max(604_800).optional(),
  bluetoothEnabled: z.boolean().optional(),
  bluetoothDeviceName: z.string().max(64).optional(),
});

const common = {
  serialNumber: serialSchema,
  /** Made by the caller, so that a request that is sent again is the same command. */
  requestId: z.uuid().optional(),
  /**
   * `now`: the command expires after its own lifetime. `wake`: the command may wait until the device is next online.
   */
  when: z.enum(['now', 'wake']).default('now'),
};

/** The function device-command. */
export const sendCommandSchema = z.discriminatedUnion('command', [
  z.strictObject({ ...common, command: z.literal('getLocation'), parameters: getLocation.default({}) }),
  z.strictObject({ ...common, command: z.literal('getStatus'), parameters: getStatus.default({}) }),
  z.strictObject({
    ...common,
    command: z.literal('getLogs'),
    parameters: getLogs.default({ limit: deviceCommandsRules.logLimit }),
  }),
  z.strictObject({ ...common, command: z.literal('restart'), parameters: restart.default({}) }),
  z.strictObject({ ...common, command: z.literal('enableLiveGps'), parameters: live.default({}) }),
  z.strictObject({ ...common, command: z.literal('disableLiveGps'), parameters: disableLiveGps.default({}) }),
  z.strictObject({ ...common, command: z.literal('configure'), parameters: settings }),
]);

export type SendCommand = z.infer<typeof sendCommandSchema>;
