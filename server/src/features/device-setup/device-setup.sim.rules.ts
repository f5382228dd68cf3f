import type { SimSettings } from '@trace/contract/device-setup/device-setup.schema';

export const simFields = ['apn', 'username', 'password'] as const;

export type SimField = (typeof simFields)[number];

/** SIM settings as stored, each sealed. Null means not set. */
export type SealedSim = Readonly<Record<SimField, string | null>>;

export const noSim: SealedSim = { apn: null, username: null, password: null };

/** HUB-03: returns only the fields that are not blank after trimming. */
export function givenSim(sim: SimSettings): Partial<Record<SimField, string>> {
  const given = simFields.flatMap((field) => {
    const value = sim[field]?.trim() ?? '';
    return value === '' ? [] : [[field, value] as const];
  });
  return Object.fromEntries(given);
}

/** Of this device and this field alone (T14). */
export const simContext = (deviceId: number, field: SimField): string => `device-setup:${deviceId}:sim_${field}`;
