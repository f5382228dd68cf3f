import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { panicChannels, panicKinds, panicOutcomes, panicRoles } from './panic.rules.ts';

const base = { id: z.string(), at: instantSchema };
const name = z.string();
const role = z.enum(panicRoles);

/** A line of the timeline. Names are as of then. No step contains a position. */
export const panicStepSchema = z.discriminatedUnion('kind', [
  /** A press. `isRepeat`: within the cool-down, so no message was sent again. */
  z.strictObject({
    ...base,
    kind: z.literal('pressed'),
    alarm: z.enum(panicKinds),
    hubName: name.nullable(),
    trigger: name.nullable(),
    isRepeat: z.boolean(),
  }),
  z.strictObject({ ...base, kind: z.literal('position_requested'), deviceName: name }),
  z.strictObject({
    ...base,
    kind: z.literal('position_received'),
    deviceName: name,
    /** Seconds from the request. Null: the device reported by itself. */
    afterSec: z.number().nonnegative().nullable(),
    accuracyM: z.number().nullable(),
    /** The distance from the first position. Null: this is the first. */
    movedM: z.number().nonnegative().nullable(),
    /** Seconds from measuring to receipt, when the position was stale. Null: fresh. */
    staleSec: z.number().nonnegative().nullable(),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('notified'),
    names: z.array(name),
    channels: z.array(z.enum(panicChannels)),
  }),
  /** The incident was not taken in this time, so these people are notified. */
  z.strictObject({
    ...base,
    kind: z.literal('escalated'),
    afterSec: z.number().nonnegative(),
    names: z.array(name),
    channels: z.array(z.enum(panicChannels)),
  }),
  /** The chain has no person besides the wearer. */
  z.strictObject({ ...base, kind: z.literal('nobody_there') }),
  /** The chain has ended and the incident is not taken. All are reminded. */
  z.strictObject({ ...base, kind: z.literal('nobody_took') }),
  z.strictObject({ ...base, kind: z.literal('seen'), name, role }),
  z.strictObject({ ...base, kind: z.literal('taken'), name, role }),
  /** `hasLeft`: the person did not give the incident back, but can help no more. */
  z.strictObject({ ...base, kind: z.literal('released'), name, role, hasLeft: z.boolean().optional() }),
  z.strictObject({ ...base, kind: z.literal('noted'), name, role, text: z.string() }),
  z.strictObject({
    ...base,
    kind: z.literal('closed'),
    name: name.nullable(),
    outcome: z.enum(panicOutcomes),
    note: z.string().nullable(),
  }),
]);

/** A page of the timeline, oldest first. `next` continues with earlier lines. */
export const timelinePageSchema = z.strictObject({ steps: z.array(panicStepSchema), next: z.string().nullable() });
export const timelineCursorSchema = z.string().regex(/^\d{1,18}$/, 'Invalid cursor. Load the incident again.');

export type TimelinePage = z.infer<typeof timelinePageSchema>;
export type PanicStep = z.infer<typeof panicStepSchema>;
export type PanicStepKind = PanicStep['kind'];
