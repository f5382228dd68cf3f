import { z } from 'zod';
import { commandNames } from '../device-protocol/commands.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';

/** IDASH-01: device counts by reported state. `assigned` includes devices that wait for their user's sign-up. */
export const deviceCountsSchema = z.strictObject({
  total: z.int().nonnegative(),
  /** Say themselves that their configuration is applied. */
  configured: z.int().nonnegative(),
  online: z.int().nonnegative(),
  assigned: z.int().nonnegative(),
});

export type DeviceCounts = z.infer<typeof deviceCountsSchema>;

/** Devices that need attention. */
export const waitingDevicesSchema = z.strictObject({
  offline: z.int().nonnegative(),
  /** Never heard of. */
  awaiting: z.int().nonnegative(),
  unassigned: z.int().nonnegative(),
  /** The device that has been silent longest. */
  longestOffline: z.strictObject({ name: z.string(), since: instantSchema }).nullable(),
});

export const recentDeviceSchema = z.strictObject({
  serialNumber: serialSchema,
  name: z.string(),
  registeredAt: instantSchema,
});

/** `limited`: the service works in part. The text of each service says which part does not work. */
export const serviceStates = ['operational', 'limited', 'unavailable'] as const;

export type ServiceState = (typeof serviceStates)[number];

const stateSchema = z.enum(serviceStates);

/** IDASH-04: the state of the portal's own services, checked at each call. */
export const systemStatusSchema = z.strictObject({
  registration: stateSchema,
  configuration: stateSchema,
  assignment: stateSchema,
  monitoring: stateSchema,
});

export type SystemStatus = z.infer<typeof systemStatusSchema>;

/** A command that its device has not answered yet. */
export const unansweredCommandSchema = z.strictObject({
  serialNumber: serialSchema,
  name: z.string(),
  command: z.enum(commandNames),
  sentAt: instantSchema,
});

export const overviewSchema = z.strictObject({
  counts: deviceCountsSchema,
  waiting: waitingDevicesSchema,
  /** IDASH-03: newest first. */
  recent: z.array(recentDeviceSchema),
  services: systemStatusSchema,
  oldestUnanswered: unansweredCommandSchema.nullable(),
});

export type Overview = z.infer<typeof overviewSchema>;
