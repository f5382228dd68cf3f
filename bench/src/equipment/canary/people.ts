// The people of two tenants, support staff and a stranger. Each has a page with an open stream.
import { request, type IncomingMessage } from 'node:http';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import type { ApiClient } from '@trace/contract/kernel/client';
import type { Caller } from '@trace/equipment/fuzz/fuzzer';
import { signInTo } from '../people/portal-client.ts';
import type { World } from '../servers/world.ts';

export type Kind = 'installer' | 'colleague' | 'premium' | 'free';
const kinds: readonly Kind[] = ['installer', 'colleague', 'premium', 'free'];

export interface Person extends Caller {
  readonly name: string;
  /** 0 for staff and the stranger, who belong to no tenant. */
  readonly tenant: number;
  readonly email: string;
  readonly api: ApiClient;
}

/** The name of a tenant's person in reports. */
export const nameOf = (tenant: number, kind: Kind): string => `${kind} ${tenant}`;
export const emailOf = (tenant: number, kind: Kind): string => `tenant-${tenant}-${kind}@example.com`;

export const STAFF = 'staff';

/** @param heard called with all that an open page receives */
export async function signInPeople(
  world: World,
  tenants: number,
  heard: (person: string, text: string) => void,
): Promise<{ people: Person[]; closeStreams: () => void }> {
  const { url, person: known } = world.ready();
  let visits = 0;
  const enter = (email: string) => {
    visits += 1;
    return signInTo(
      { url, person: { ...known, email } },
      { 'x-forwarded-for': `10.8.${visits % 200}.${visits % 250}` },
    );
  };
  const open = async (name: string, tenant: number, email: string): Promise<Person> => {
    // The phases use a session of their own, because calls with generated input may end a session.
    const { cookie } = await enter(email);
    const { api } = await enter(email);
    return { name, tenant, email, cookie, api, renew: async () => (await enter(email)).cookie };
  };
  const people = [await open(STAFF, 0, 'bench-staff@example.com')];
  for (let tenant = 1; tenant <= tenants; tenant += 1)
    for (const kind of kinds) people.push(await open(nameOf(tenant, kind), tenant, emailOf(tenant, kind)));
  const streams = people.map(({ name, cookie }) => listen(url, cookie, (text) => heard(name, text)));
  return { people, closeStreams: () => streams.forEach((close) => close()) };
}

/** Reads a stream, in whole events, until it ends. Returns how to end it. */
function listen(url: string, cookie: string, heard: (text: string) => void): () => void {
  const asked = request(url + STREAM_PATH, { agent: false, headers: { cookie } });
  asked.on('error', () => {});
  asked.on('response', (answer: IncomingMessage) => {
    let rest = '';
    answer.on('error', () => {});
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const frames = (rest + chunk).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) heard(frame);
    });
  });
  asked.end();
  return () => asked.destroy();
}
