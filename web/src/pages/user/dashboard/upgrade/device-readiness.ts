import { formatAge } from '#lib/format.ts';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { readinessTexts as texts } from '@trace/contract/subscription/subscription.plan.texts';

interface DeviceFacts {
  devices: readonly Device[];
  statuses: ReadonlyMap<string, DeviceStatusView>;
  /**
   * Maps each device to the time of its last GPS fix, or to null without a recent fix. Null instead of the map:
   * unknown.
   */
  fixes: ReadonlyMap<string, string | null> | null;
}

export interface Readiness {
  /**
   * The devices that are ready for every part of the portal, in a line. Null when no device is ready or no status is
   * known.
   */
  summary: string | null;
  /** The problems, a line per device, the most severe first. */
  troubles: string[];
  /** Useful facts that are not problems. */
  notes: string[];
}

/** Checks the devices before a user pays for premium (SUB-06), to report problems that premium would not solve. */
export function readinessOf({ devices, statuses, fixes }: DeviceFacts, nowMs: number): Readiness {
  if (devices.length === 0) return { summary: null, troubles: [texts.none], notes: [] };
  const known = devices.filter(({ serialNumber }) => statuses.has(serialNumber));
  const findings = known.map((device) => findingOf(device, statuses.get(device.serialNumber)!, fixes, nowMs));
  const of = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).map(({ words }) => words);
  const ready = of('ready');
  return {
    summary: known.length === 0 ? null : summaryOf(ready, devices.length),
    troubles: of('trouble'),
    notes: [...of('note'), ...(fixes === null ? [texts.fixUnknown] : [])],
  };
}

interface Finding {
  kind: 'ready' | 'note' | 'trouble';
  words: string;
}

function findingOf(
  { serialNumber, name }: Device,
  status: DeviceStatusView,
  fixes: DeviceFacts['fixes'],
  nowMs: number,
): Finding {
  if (status.lastSeen === null) return { kind: 'trouble', words: texts.neverHeard(name) };
  if (status.status === 'error')
    return { kind: 'trouble', words: texts.broken(name, status.lastError ?? texts.unknownError) };
  if (status.status === 'offline')
    return { kind: 'trouble', words: texts.silent(name, formatAge(status.lastSeen, nowMs)) };
  if (fixes?.get(serialNumber) === null) return { kind: 'trouble', words: texts.noFix(name) };
  if (status.status === 'sleeping') return { kind: 'note', words: texts.asleep(name) };
  return { kind: 'ready', words: fixes === null ? texts.reports(name) : texts.ready(name) };
}

function summaryOf(ready: readonly string[], count: number): string | null {
  if (ready.length === 0) return null;
  if (count === 1) return ready[0]!;
  return ready.length === count ? texts.allReady(count) : texts.readyOf(ready.length, count);
}
