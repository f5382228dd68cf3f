import { zoneName } from '#lib/format.ts';
import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import { rolloutTexts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { RolloutTarget } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { serialSchema } from '@trace/contract/kernel/serial.schema';
import type { NewRollout } from '../staff/firmware.staff.queries.ts';

const texts = rolloutTexts.start;

export const startValues = {
  kind: 'all' as RolloutTarget['kind'],
  percent: '5',
  serials: '',
  minBatteryPct: String(firmwareRules.minBatteryPct),
  failureLimitPct: String(firmwareRules.failureLimitPct),
  hasQuietHours: false,
  quietFrom: '22:00',
  quietTo: '06:00',
};

export type StartValues = typeof startValues;

const isWhole = (text: string, from: number, to: number): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= from && Number(text) <= to;

/** The reasons at the fields, in the order of the screen. */
export const checkStart = {
  percent: (text: string, { kind }: StartValues) =>
    kind !== 'percent' || isWhole(text, 1, 100) ? null : texts.percentWrong,
  serials: (text: string, { kind }: StartValues) => (kind === 'devices' ? serialsComplaint(serialsIn(text)) : null),
  minBatteryPct: (text: string) => (isWhole(text, 0, 100) ? null : texts.batteryWrong),
  failureLimitPct: (text: string) =>
    /^\d{1,2}(\.\d{1,2})?$/.test(text.trim()) && Number(text) <= 50 ? null : texts.limitWrong,
  quietTo: (_text: string, { hasQuietHours, quietFrom, quietTo }: StartValues) =>
    hasQuietHours && (quietFrom === '' || quietTo === '' || quietFrom === quietTo) ? texts.quietWrong : null,
};

/** Returns the serials of a pasted list, each once. */
const serialsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];

function serialsComplaint(serials: readonly string[]): string | null {
  if (serials.length === 0) return texts.serialsMissing;
  if (serials.length > firmwareRules.chosenMax) return texts.serialsMany(firmwareRules.chosenMax);
  const wrong = serials.find((serial) => !serialSchema.safeParse(serial).success);
  return wrong === undefined ? null : texts.serialsWrong(wrong.slice(0, 40));
}

export const isComplete = (values: StartValues): boolean =>
  checkStart.percent(values.percent, values) === null &&
  checkStart.serials(values.serials, values) === null &&
  checkStart.minBatteryPct(values.minBatteryPct) === null &&
  checkStart.failureLimitPct(values.failureLimitPct) === null &&
  checkStart.quietTo(values.quietTo, values) === null;

export const rolloutOf = (releaseId: string, values: StartValues): NewRollout => ({
  releaseId,
  target: targetOf(values),
  settings: {
    failureLimitPct: Number(values.failureLimitPct),
    minimumSample: firmwareRules.minimumSample,
    minBatteryPct: Number(values.minBatteryPct),
    quietHours: values.hasQuietHours ? { from: values.quietFrom, to: values.quietTo, timeZone: zoneName() } : null,
  },
});

function targetOf({ kind, percent, serials }: StartValues): RolloutTarget {
  if (kind === 'percent') return { kind, percent: Number(percent) };
  return kind === 'devices' ? { kind, serialNumbers: serialsIn(serials) } : { kind };
}
