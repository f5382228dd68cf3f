import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts';
import { certificateFields } from './certificates.ts';
import { deviceProtocol } from './device-protocol.rules.ts';
import { networkTypes, reportedStatuses } from './states.ts';
import { updateFailures, updateReportStates } from './updates.ts';

/**
 * Every message begins with these fields. A repeat has the same `boot`, `seq`, `ts` and content. `boot` increases with
 * every restart of the device, `seq` counts the messages since the restart. `event` messages have a separate counter.
 * `ts` is the device's clock in milliseconds since 1970.
 */
export const envelopeShape = {
  v: z.literal(1),
  boot: z.uint32(),
  seq: z.uint32(),
  ts: z.int().nonnegative(),
};

const percent = z.number().min(0).max(100);

/** A position, or `fix: false` when the receiver had none. 0, 0 is no fix. */
export const locationMessage = z.object({
  ...envelopeShape,
  fix: z.boolean().optional(),
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
  speedMps: z.number().min(0).max(500).optional(),
  courseDeg: z.number().min(0).max(360).optional(),
  altitudeM: z.number().min(-1_000).max(20_000).optional(),
  accuracyM: z.number().min(0).max(100_000).optional(),
  satellites: z.int().min(0).max(99).optional(),
  /** Why the device sent the message: on schedule, in live mode, or stored while there was no network. */
  source: z.enum(['interval', 'live', 'backlog']).optional(),
});

/** The state of a device. Sent every `heartbeatSec`, and on each change of a field. */
export const heartbeatMessage = z.object({
  ...envelopeShape,
  status: z.enum(reportedStatuses),
  intervalSec: z.int().min(1).max(86_400),
  networkType: z.enum(networkTypes).nullable().optional(),
  batteryPct: percent.optional(),
  signalPct: percent.optional(),
  configApplied: z.boolean().optional(),
  sleepModeEnabled: z.boolean().optional(),
  wakeIntervalSec: z.int().min(0).max(604_800).optional(),
  liveGps: z.object({ enabled: z.boolean(), intervalMs: z.int().min(100).max(3_600_000) }).optional(),
  hubLinked: z.boolean().optional(),
  /** The device has external power in addition to its battery. */
  externalPower: z.boolean().optional(),
  /** The device is open, or off its mount. */
  tampered: z.boolean().optional(),
  /** The version that runs, its number in the order of releases, and what its images are for. */
  firmware: z.string().max(64).optional(),
  firmwareSequence: z.int().nonnegative().optional(),
  model: z.string().max(64).optional(),
  chip: z.string().max(32).optional(),
  lastError: z.string().max(500).nullable().optional(),
});

/** A change of state between heartbeats; also the last will, then without `seq`. `wakeInSec` goes with `sleeping`. */
export const statusMessage = z.object({
  ...envelopeShape,
  seq: envelopeShape.seq.optional(),
  status: z.enum(reportedStatuses),
  wakeInSec: z.int().min(0).max(604_800).optional(),
  lastError: z.string().max(500).nullable().optional(),
});

export const logMessage = z.object({
  ...envelopeShape,
  level: z.enum(['debug', 'info', 'warning', 'error']),
  text: z.string().max(2_000),
});

/** Panic, power cut, tamper: a separate topic and counter, never queued behind telemetry and never rate-limited. */
export const eventMessage = z.object({
  ...envelopeShape,
  kind: z.enum(['panic', 'power_cut', 'tamper', 'low_battery']),
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
});

/** How far an update is that the server offered with `updateFirmware`. `progressPct` goes with `downloading`. */
export const updateMessage = z.object({
  ...envelopeShape,
  updateId: z.uuid(),
  state: z.enum(updateReportStates),
  progressPct: percent.optional(),
  /** The version that runs now. */
  version: z.string().max(64).optional(),
  failure: z.enum(updateFailures).optional(),
  detail: z.string().max(200).optional(),
});

/** REG-12: what the device uses and trusts, and its request for a new certificate. The answer has a topic of its own. */
export const certificateMessage = z.object({ ...envelopeShape, ...certificateFields });

/** `coordinates` 0, 0 or none mean that there was no fix. `timestamp` is the fix's own time, in seconds. */
export const replyResult = z.object({
  success: z.boolean(),
  error: z.string().max(500).optional(),
  message: z.string().max(500).optional(),
  location: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      timestamp: z.int().nonnegative().optional(),
      accuracyM: z.number().min(0).max(100_000).optional(),
    })
    .optional(),
  logs: z.array(z.string().max(2_000)).max(50).optional(),
  sleepMode: z.boolean().optional(),
  status: z.enum(reportedStatuses).optional(),
});

export const replyMessage = z.object({
  ...envelopeShape,
  requestId: z.uuid(),
  command: z.string().max(64),
  result: replyResult,
});

export const messageSchemas = {
  location: locationMessage,
  heartbeat: heartbeatMessage,
  status: statusMessage,
  log: logMessage,
  event: eventMessage,
  update: updateMessage,
  certificate: certificateMessage,
  reply: replyMessage,
} as const;

export type LocationMessage = z.infer<typeof locationMessage>;
export type HeartbeatMessage = z.infer<typeof heartbeatMessage>;
export type StatusMessage = z.infer<typeof statusMessage>;
export type LogMessage = z.infer<typeof logMessage>;
export type EventMessage = z.infer<typeof eventMessage>;
export type UpdateMessage = z.infer<typeof updateMessage>;
export type CertificateMessage = z.infer<typeof certificateMessage>;
export type ReplyMessage = z.infer<typeof replyMessage>;
export type ReplyResult = z.infer<typeof replyResult>;

interface MaybePlace {
  lat?: number | undefined;
  lng?: number | undefined;
  fix?: boolean | undefined;
}

/**
 * Whether a message carries a position. 0, 0 means 'no fix' (LIVE-05). A single zero is a place on the equator or on the
 * Greenwich meridian.
 */
export function hasPosition(place: MaybePlace): place is { lat: number; lng: number } {
  const isComplete = place.fix !== false && place.lat !== undefined && place.lng !== undefined;
  return isComplete && (place.lat !== 0 || place.lng !== 0);
}

/** No fix is older than this portal. A clock that was never set begins in 1970, 1980, 2000 or 2006. */
const EARLIEST_FIX_MS = Date.UTC(2020, 0, 1);

/**
 * The time of a fix by the device's clock in seconds. Null when the device sends none, an impossibly early one, or a time
 * after the arrival: its clock or its unit is wrong, and such a position would count as the newest one for ever.
 */
export function fixTimeOf(timestampSec: number | undefined, receivedAt: Date): Date | null {
  if (timestampSec === undefined || timestampSec * SECOND_MS < EARLIEST_FIX_MS) return null;
  const aheadMs = timestampSec * SECOND_MS - receivedAt.getTime();
  return aheadMs > deviceProtocol.newestAheadMs ? null : new Date(timestampSec * SECOND_MS);
}

/**
 * Restates the time of an answer's fix by the server's clock. A device's clock that is off still tells the age of a fix.
 * `ts` is the time of the answer by the device's clock in ms.
 */
export function withServerFixTime(result: ReplyResult, ts: number, receivedAt: Date): ReplyResult {
  const { location } = result;
  const offMs = receivedAt.getTime() - ts;
  if (location?.timestamp === undefined || Math.abs(offMs) <= MINUTE_MS) return result;
  // A fix from after the answer has another clock, such as the clock of the satellites.
  if (location.timestamp * SECOND_MS > ts) return result;
  const timestamp = location.timestamp + Math.floor(offMs / SECOND_MS);
  return { ...result, location: { ...location, timestamp } };
}

/** Whether the answer to a ping carries a position: both coordinates must be non-zero (PING-02). */
export function hasFix(place: MaybePlace): place is { lat: number; lng: number } {
  return hasPosition(place) && place.lat !== 0 && place.lng !== 0;
}
