import { checkAllBy } from '#ui/controls/fields.ts';
import { simSettingsSchema } from '@trace/contract/device-setup/device-setup.schema';

const simFields = ['apn', 'username', 'password'] as const;

export type SimField = (typeof simFields)[number];

export type SimValues = Record<SimField, string>;

export const noSim: SimValues = { apn: '', username: '', password: '' };

/** HUB-03: omits blank fields. Returns null when all fields are blank. */
export function simToSend(values: SimValues): Partial<SimValues> | null {
  const given = simFields.filter((field) => values[field].trim() !== '');
  if (given.length === 0) return null;
  return Object.fromEntries(given.map((field) => [field, values[field].trim()]));
}

/** Returns the first reason for each wrong field. */
export const checkSim: (values: SimValues) => Partial<SimValues> = checkAllBy(simSettingsSchema);
