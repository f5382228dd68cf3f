import { z } from 'zod';

const priority = z.enum(['high', 'normal']).optional();
const timeout = z.int().min(1_000).max(120_000).optional();

/** The commands that a device understands, with their parameters. */
export const commandParameters = {
  getLocation: z.strictObject({
    priority,
    timeout,
    maxAge: z.int().min(0).max(86_400).optional(),
    freshOnly: z.boolean().optional(),
    reason: z.string().max(64).optional(),
    emergency: z.boolean().optional(),
  }),
  getStatus: z.strictObject({ priority, timeout }),
  getLogs: z.strictObject({ limit: z.int().min(1).max(50) }),
  restart: z.strictObject({ priority, reason: z.string().max(64).optional() }),
  enableLiveGps: z.strictObject({
    interval: z.int().min(1_000).max(3_600_000),
    leaseSec: z.int().min(10).max(3_600),
    priority,
    timeout,
  }),
  disableLiveGps: z.strictObject({}),
  /** Settings: a missing field stays unchanged on the device, and null removes the value. */
  configure: z.strictObject({
    sleepModeEnabled: z.boolean().optional(),
    wakeInterval: z.int().min(0).max(604_800).optional(),
    hubId: z.string().max(64).nullable().optional(),
    sim: z
      .strictObject({
        apn: z.string().max(100).optional(),
        username: z.string().max(100).optional(),
        password: z.string().max(100).optional(),
      })
      .nullable()
      .optional(),
  }),
  /** An offer. The device checks everything itself before it installs, and reports with `update` messages. */
  updateFirmware: z.strictObject({
    updateId: z.uuid(),
    manifest: z.string().max(4_096),
    keyId: z.string().max(16),
    signature: z.string().max(88),
    /** The address of the image. Works for this device, and for two hours. */
    url: z.string().max(1_000),
  }),
} as const;

export type CommandName = keyof typeof commandParameters;
export type CommandParameters<Name extends CommandName = CommandName> = z.infer<(typeof commandParameters)[Name]>;

export const commandNames = Object.keys(commandParameters) as [CommandName, ...CommandName[]];

/**
 * The message on `cmd/trace/<serial>/req`. A device runs a `requestId` at most once and never after `expiresAt` (ms).
 */
export const commandMessage = z.object({
  v: z.literal(1),
  requestId: z.uuid(),
  command: z.enum(commandNames),
  parameters: z.record(z.string(), z.unknown()),
  expiresAt: z.int().nonnegative(),
});

export type CommandMessage = z.infer<typeof commandMessage>;
