import { signInTo } from './portal-client.ts';
import type { World } from '../servers/world.ts';

export interface SignedInWearer {
  readonly cookie: string;
  readonly serial: string;
}

/** Settings of a world whose wearers sign in through a proxy, because sign-ins are limited by address. */
export const PROXIED = { TRUST_PROXY: '1' };

/** Signs in the first wearers of the world. Each has one device. */
export async function signInWearers(world: World, count: number): Promise<SignedInWearer[]> {
  const { url, person } = world.ready();
  const wearers: SignedInWearer[] = [];
  for (let number = 1; number <= count; number += 1) {
    const email = `bench-wearer-${number}@example.com`;
    const seen = { 'x-forwarded-for': `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}` };
    const { cookie } = await signInTo({ url, person: { ...person, email } }, seen);
    wearers.push({ cookie, serial: `Trace_W${String(number).padStart(5, '0')}` });
  }
  return wearers;
}
