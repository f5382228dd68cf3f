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

/** The first complaint about each field, by the server's own schema. */
export function checkSim(values: SimValues): Partial<SimValues> {
  const complaints: Partial<SimValues> = {};
  for (const { path, message } of simSettingsSchema.safeParse(values).error?.issues ?? []) {
    const field = simFields.find((each) => each === path[0]);
    if (field) complaints[field] ??= message;
  }
  return complaints;
}
