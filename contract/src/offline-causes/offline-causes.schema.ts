import { z } from 'zod';
import { networkTypes } from '../device-protocol/states.ts';
import { deviceStatuses } from '../device-status/device-status.rules.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';

/** Causes of a silent device, in the order that breaks a tie between equally likely ones. */
export const causeKinds = [
  'replaced',
  'servers',
  'never_connected',
  'asleep',
  'missed_wake',
  'update',
  'sim',
  'power_cut',
  'battery',
  'signal',
  'cable',
  'outage',
  'certificate',
  'tampered',
  'device_error',
  'settings',
  'fix',
  'hub',
] as const;
export const likelihoods = ['most_likely', 'possible', 'unlikely'] as const;
/** Causes that the data excludes. A device reports on every plan. */
export const ruledOutKinds = ['servers', 'sleep_mode', 'hub', 'fix', 'plan', 'outage'] as const;

export type CauseKind = (typeof causeKinds)[number];
export type Likelihood = (typeof likelihoods)[number];
export type RuledOutKind = (typeof ruledOutKinds)[number];

/** A cause with its evidence: a figure, its time, and the device's own words without positions and secrets. */
export const offlineCauseSchema = z.strictObject({
  kind: z.enum(causeKinds),
  likelihood: z.enum(likelihoods),
  percent: z.number().nullable(),
  at: instantSchema.nullable(),
  quote: z.string().nullable(),
});

/** Devices with an open connection to this portal, and all devices. */
export const connectedDevicesSchema = z.strictObject({ connected: z.int(), total: z.int() });

export const offlineCausesSchema = z.strictObject({
  serialNumber: serialSchema,
  checkedAt: instantSchema,
  status: z.enum(deviceStatuses),
  /** The last report of the device, without a position. */
  report: z.strictObject({
    lastSeen: instantSchema.nullable(),
    batteryPct: z.number().nullable(),
    externalPower: z.boolean().nullable(),
    signalPct: z.number().nullable(),
    networkType: z.enum(networkTypes).nullable(),
    firmware: z.string().nullable(),
    hubName: z.string().nullable(),
  }),
  /** When the next message of a sleeping device is expected. */
  wakesAt: instantSchema.nullable(),
  /** Most likely first. Empty while the device reports. */
  causes: z.array(offlineCauseSchema),
  /** False when no cause is more than unlikely. */
  isKnown: z.boolean(),
  ruledOut: z.array(z.enum(ruledOutKinds)),
  /** For support staff only. */
  devices: connectedDevicesSchema.nullable(),
});

export type OfflineCause = z.infer<typeof offlineCauseSchema>;
export type OfflineCauses = z.infer<typeof offlineCausesSchema>;
