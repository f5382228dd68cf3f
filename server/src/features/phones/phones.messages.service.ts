import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import type { LocationMessage } from '@trace/contract/device-protocol/messages';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { phonesRules } from '@trace/contract/phones/phones.rules';
import type { DirectReport } from '#platform/devices/ingest/direct-reports';
import type { PhoneReport } from './protocols/phones.report.rules.ts';

/** The messages that a tracker would send: alarms, positions and one heartbeat with the newest state. */
export function messagesOf(reports: readonly PhoneReport[], receivedAt: Date): DirectReport[] {
  const alarms = reports.flatMap((report) => eventOf(report, receivedAt) ?? []);
  const positions = reports.flatMap((report) => positionOf(report, receivedAt) ?? []);
  const newest = newestOf(reports, receivedAt);
  return [...alarms, ...positions, ...(newest === null ? [] : [stateOf(newest, receivedAt)])];
}

function eventOf(report: PhoneReport, receivedAt: Date): DirectReport | null {
  if (report.alarm === null) return null;
  const envelope = envelopeOf(report, report.atMs ?? receivedAt.getTime());
  return { kind: 'event', message: { ...envelope, kind: report.alarm, ...report.place } };
}

function positionOf(report: PhoneReport, receivedAt: Date): DirectReport | null {
  const { place, accuracyM, speedMps, courseDeg, altitudeM } = report;
  if (place === null) return null;
  const message: LocationMessage = { ...envelopeOf(report, report.atMs ?? receivedAt.getTime()), ...place };
  if (accuracyM !== null) message.accuracyM = accuracyM;
  if (speedMps !== null) message.speedMps = speedMps;
  if (courseDeg !== null) message.courseDeg = courseDeg;
  if (altitudeM !== null) message.altitudeM = altitudeM;
  return { kind: 'location', message };
}

/** A wrong clock must not decide which state is the newest, so the time of receipt stands for it. */
function stateOf(report: PhoneReport, receivedAt: Date): DirectReport {
  const envelope = envelopeOf(report, credibleMs(report, receivedAt));
  if (report.isOffline) return { kind: 'status', message: { ...envelope, status: 'offline' } };
  const { batteryPct } = report;
  return {
    kind: 'heartbeat',
    message: {
      ...envelope,
      status: 'online',
      intervalSec: phonesRules.silenceSec,
      ...(batteryPct === null ? {} : { batteryPct }),
    },
  };
}

function newestOf(reports: readonly PhoneReport[], receivedAt: Date): PhoneReport | null {
  const [first = null, ...others] = reports;
  return others.reduce(
    (newest, report) =>
      newest === null || credibleMs(report, receivedAt) >= credibleMs(newest, receivedAt) ? report : newest,
    first,
  );
}

function credibleMs({ atMs }: PhoneReport, receivedAt: Date): number {
  const nowMs = receivedAt.getTime();
  if (atMs === null) return nowMs;
  const aheadMs = atMs - nowMs;
  return aheadMs <= deviceProtocol.newestAheadMs && -aheadMs <= deviceProtocol.oldestMs ? atMs : nowMs;
}

const CONTENT_BITS = 22;

/**
 * A phone has no counter. Its time in seconds stands for the boot, milliseconds and a hash of the content for the
 * sequence. So a later report counts as newer, and the same report again has the same identity.
 */
function envelopeOf(report: PhoneReport, ms: number) {
  const seconds = Math.floor(ms / SECOND_MS);
  const seq = (ms % SECOND_MS) * 2 ** CONTENT_BITS + (hashOf(JSON.stringify(report)) >>> (32 - CONTENT_BITS));
  return { v: 1 as const, boot: seconds, seq, ts: ms };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
