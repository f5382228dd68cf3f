import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { ALL_HUBS, hubIdPattern, hubQueueRules as rules, setAsideReasons } from './hub-queue.rules.ts';
import { hubQueueTexts as texts } from './hub-queue.texts.ts';

/** Longer than every hub ID, and than the word for all hubs. */
const HUB_ID_MAX_LENGTH = 20;

const count = z.int().min(0);

const hubIdSchema = z
  .string()
  .trim()
  .min(1, texts.missingHubId)
  .max(HUB_ID_MAX_LENGTH, texts.invalidHubId)
  .toUpperCase()
  .refine((id) => id === ALL_HUBS || hubIdPattern.test(id), texts.invalidHubId);

/** PANIC-02: a hub, or all hubs with a reason. */
export const roundRequestSchema = z
  .strictObject({
    hubId: hubIdSchema,
    reason: z.string().trim().max(rules.reasonMaxLength).optional(),
  })
  .refine(({ hubId, reason = '' }) => hubId !== ALL_HUBS || reason.length >= rules.reasonMinLength, {
    path: ['reason'],
    message: texts.missingReason,
  });

export const roundResultSchema = z.strictObject({
  /** New events that alert, of the hub or of all hubs. */
  processedEvents: count,
  /** All messages that the round found in the queue. */
  totalMessagesFound: count,
  /** No queue is configured, or the queue refuses the key. */
  ajaxPanicSenderDisabled: z.boolean(),
  hubId: z.string(),
  /** Devices of the test event. Null: a check of all hubs sends no test event. */
  testedDevices: count.nullable(),
});
export type RoundResult = z.infer<typeof roundResultSchema>;

/** `refused`: the queue refuses the key, the name or a right. `failing`: the latest call failed. */
export const queueStateSchema = z.enum(['ok', 'failing', 'refused', 'off']);
export type QueueState = z.infer<typeof queueStateSchema>;

export const hubQueueSchema = z.strictObject({
  at: instantSchema,
  state: queueStateSchema,
  /** The name of the error, such as `AccessDenied`. */
  reason: z.string().nullable(),
  lastPollAt: instantSchema.nullable(),
  lastEventAt: instantSchema.nullable(),
  lastAlertAt: instantSchema.nullable(),
  /** Approximate. Null: unknown. */
  waiting: count.nullable(),
  setAside: count,
  /** Hubs that reported a lost connection and not yet its return, longest first. */
  lostHubs: z.array(z.strictObject({ hubId: z.string(), since: instantSchema })),
});
export type HubQueueState = z.infer<typeof hubQueueSchema>;

/** Without the message itself, which may name people. */
export const setAsideMessageSchema = z.strictObject({
  id: z.string(),
  reason: z.enum(setAsideReasons),
  sizeBytes: count,
  receivedAt: instantSchema,
});
export type SetAsideMessage = z.infer<typeof setAsideMessageSchema>;
