import { groupedClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { registerDevice } from '@trace/contract/devices/registration/devices.registration.api';
import type { ApiError } from '@trace/contract/kernel/client';
import { enterSerials, makeClaim } from '#platform/devices/identity/claims';
import type { Portal, SignedIn } from './portal.ts';
import { newSerial } from './trackers.ts';

/** Enters a new serial as staff do, with the claim code as printed on its label. */
export async function enterDevice(portal: Portal): Promise<{ serial: string; claimCode: string }> {
  const [serial, code] = [newSerial(), makeClaim()];
  await portal.test.database.transaction((tx) => enterSerials(tx, [{ serial, code }]));
  return { serial, claimCode: groupedClaim(code) };
}

/** Registers by HTTP, as the setup page does. */
export const registerByHttp = (
  person: SignedIn,
  serialNumber: string,
  claimCode: string | null = null,
  nickname: string | null = null,
) => person.api.call(registerDevice, { body: { serialNumber, nickname, claimCode, hub: null, sim: null } });

/** The code of a refusal, or `allowed`. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error: ApiError | (Error & { code?: string })) => ('refusal' in error ? error.refusal!.code : error.code!),
  );
