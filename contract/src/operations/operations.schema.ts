import { z } from 'zod';
import { queueStateSchema } from '../hub-queue/hub-queue.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { alarmCodes, mailStates } from './operations.rules.ts';

const count = z.number().int().min(0);

/** `off`: not configured. `failing`: the latest call failed. */
const serviceStateSchema = z.enum(['ok', 'failing', 'off']);

export const alarmSchema = z.strictObject({ code: z.enum(alarmCodes), since: instantSchema });

export type Alarm = z.infer<typeof alarmSchema>;

const mailFiguresSchema = z.strictObject({
  state: serviceStateSchema,
  waiting: count,
  oldestWaitingAt: instantSchema.nullable(),
  sentLastDay: count,
  failedLastDay: count,
});

const pushFiguresSchema = z.strictObject({
  state: serviceStateSchema,
  browsers: count,
  /** Browsers whose push service did not accept the last messages, so that they are left alone for a while. */
  resting: count,
  waiting: count,
  late: count,
});

const hubFiguresSchema = z.strictObject({
  state: serviceStateSchema,
  links: count,
  /** Links that the hub service refuses. Their users were alerted. */
  broken: count,
  /** Links whose renewal failed several times in a row. */
  failing: count,
  late: count,
});

const hubQueueFiguresSchema = z.strictObject({
  state: queueStateSchema,
  lastPollAt: instantSchema.nullable(),
  /** Approximate. Null: unknown. */
  waiting: count.nullable(),
  setAsideLastDay: count,
});

const jobKindSchema = z.strictObject({ name: z.string(), waiting: count, running: count, late: count, failed: count });

const jobFiguresSchema = z.strictObject({
  isWorking: z.boolean(),
  waiting: count,
  running: count,
  late: count,
  /** Jobs that were given up, kept for 30 days. */
  failed: count,
  failedLastDay: count,
  /** Every kind of job that has jobs, by name. */
  kinds: z.array(jobKindSchema),
});

const storageFiguresSchema = z.strictObject({
  files: serviceStateSchema,
  /** Why the database refuses writes, or null. */
  writeProblem: z.string().nullable(),
  diskBytes: count.nullable(),
  freeBytes: count.nullable(),
  databaseBytes: count,
});

const backupFiguresSchema = z.strictObject({
  /** `off`: no schedule. `elsewhere`: the database is a server of the operator, with backups of its own. */
  mode: z.enum(['off', 'scheduled', 'elsewhere']),
  lastAt: instantSchema.nullable(),
  sizeBytes: count.nullable(),
  kept: count,
  nextAt: instantSchema.nullable(),
  /** A restore brings back every commit before this time. Null: unknown. */
  coveredUntil: instantSchema.nullable(),
  /** When a backup was last restored on trial. */
  testedAt: instantSchema.nullable(),
  isFailing: z.boolean(),
  isTestFailing: z.boolean(),
});

const quarantineFiguresSchema = z.strictObject({ kept: count, lastHour: count, newestAt: instantSchema.nullable() });

const certificateFiguresSchema = z.strictObject({
  /** Registered devices whose last certificate ends within 30 days. */
  devicesEnding: count,
  /** Registered devices without a valid certificate. */
  devicesEnded: count,
  gatewayEndsAt: instantSchema,
  /** The end of the authority that all devices trust. */
  authorityEndsAt: instantSchema,
  /** The end of the authority after it, if there is one already. */
  nextAuthorityEndsAt: instantSchema.nullable(),
  /** Devices that have not reported yet that they trust the next authority. */
  devicesUntrusting: count,
});

const laneSchema = z.strictObject({ name: z.string(), waiting: count, delayMs: z.number().min(0) });

const gatewayFiguresSchema = z.strictObject({
  isOpen: z.boolean(),
  /** The broker of the operator, as this process sees it. */
  broker: serviceStateSchema,
  connections: count,
  /** Of the last minute. */
  messagesPerSec: z.number().min(0),
  refusedPerMin: z.number().min(0),
  lanes: z.array(laneSchema),
});

const serverProcessSchema = z.strictObject({
  /** Host and port. */
  name: z.string(),
  version: z.string(),
  startedAt: instantSchema,
  /** The last sign of life, written every few seconds. */
  seenAt: instantSchema,
  isStopping: z.boolean(),
  deviceConnections: count,
  openPages: count,
  /** The process that measured the figures of gateway and calls. */
  isAnswering: z.boolean(),
});

export type ServerProcessView = z.infer<typeof serverProcessSchema>;

export const operationsSchema = z.strictObject({
  at: instantSchema,
  /** Every live server process, oldest first. */
  processes: z.array(serverProcessSchema),
  /** In the order of the page. */
  alarms: z.array(alarmSchema),
  mail: mailFiguresSchema,
  push: pushFiguresSchema,
  sms: z.strictObject({ state: serviceStateSchema }),
  hubs: hubFiguresSchema,
  hubQueue: hubQueueFiguresSchema,
  jobs: jobFiguresSchema,
  storage: storageFiguresSchema,
  /** The certificate of this server process. `off`: no certificate files are configured. */
  https: z.strictObject({ state: serviceStateSchema, expiresAt: instantSchema.nullable() }),
  backup: backupFiguresSchema,
  quarantine: quarantineFiguresSchema,
  certificates: certificateFiguresSchema,
  gateway: gatewayFiguresSchema,
});

export type Operations = z.infer<typeof operationsSchema>;

export const mailRowSchema = z.strictObject({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: count,
  lastError: z.string().nullable(),
  createdAt: instantSchema,
  sentAt: instantSchema.nullable(),
  /** Whether the text is still there. Without a text the email cannot be sent again. */
  hasText: z.boolean(),
});

export type MailRow = z.infer<typeof mailRowSchema>;

export const failedJobSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  attempts: count,
  reason: z.string(),
  failedAt: instantSchema,
});

export type FailedJob = z.infer<typeof failedJobSchema>;

/** Without the message itself, which may hold a position. */
export const quarantinedMessageSchema = z.strictObject({
  id: z.string(),
  serialNumber: z.string(),
  kind: z.string(),
  reason: z.string(),
  sizeBytes: count,
  receivedAt: instantSchema,
});

export type QuarantinedMessage = z.infer<typeof quarantinedMessageSchema>;
