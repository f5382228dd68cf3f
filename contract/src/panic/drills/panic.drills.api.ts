import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { deliveryStates, panicChannels, panicRoles } from '../panic.rules.ts';

/** A message of a drill. `afterMs`: from the press to the acceptance by the page, push service, mail server or gateway. */
const drillMessageSchema = z.strictObject({
  name: z.string(),
  role: z.enum(panicRoles),
  channel: z.enum(panicChannels),
  state: z.enum(deliveryStates),
  afterMs: z.int().nonnegative().nullable(),
});

export const drillSchema = z.strictObject({
  id: z.uuid(),
  incidentId: z.uuid(),
  deviceName: z.string(),
  serialNumber: serialSchema,
  hubName: z.string().nullable(),
  isMonthly: z.boolean(),
  startedAt: instantSchema,
  messages: z.array(drillMessageSchema),
  /** From the press to the last message that was sent. Null: no message was sent yet. */
  sentAfterMs: z.int().nonnegative().nullable(),
  /** From the press to the first person besides the user who opened the incident. Null: no one yet. */
  seenAfterMs: z.int().nonnegative().nullable(),
  /** Messages that failed, or that have no browser, address or number. */
  problems: z.int().nonnegative(),
});

export type Drill = z.infer<typeof drillSchema>;

export const listDrills = endpoint({
  name: 'panic.listDrills',
  method: 'GET',
  path: '/api/panic/drills',
  who: 'users',
  summary: 'The newest drills of the caller with the measured times of each message.',
  answer: z.strictObject({ drills: z.array(drillSchema) }),
  refusals: [],
});

export const startDrill = endpoint({
  name: 'panic.startDrill',
  method: 'POST',
  path: '/api/panic/drills',
  who: 'users',
  summary: 'Tests the whole chain of a device: the caller and the contacts who agreed to tests get marked messages.',
  body: z.strictObject({ serialNumber: serialSchema }),
  answer: drillSchema,
  refusals: ['not_found', 'premium_required', 'conflict'],
});
