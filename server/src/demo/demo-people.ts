import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@trace/contract/kernel/roles';
import type { App } from '../app.ts';

export interface DemoPerson {
  id: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** Describes this person to a user who tries the demo. */
  is: string;
  /** Serials of this person's devices. */
  devices: readonly string[];
}

export const DEMO_TIME_ZONE = 'Europe/Helsinki';

const PREMIUM_DAYS = 365;

const cast = [
  {
    firstName: 'Mia',
    lastName: 'Novak',
    role: 'user',
    is: 'user, premium',
    devices: ['Trace_4F21', 'Trace_4F6E', 'Trace_4D18'],
  },
  {
    firstName: 'Jonas',
    lastName: 'Weber',
    role: 'user',
    is: 'user, free plan',
    devices: ['Trace_4E70', 'Trace_4F9C', 'Trace_4F44', 'Trace_4E58'],
  },
  { firstName: 'Sam', lastName: 'Okafor', role: 'installer', is: 'installer', devices: [] },
  { firstName: 'Priya', lastName: 'Raman', role: 'staff', is: 'support staff', devices: [] },
] as const;

/**
 * The people of the demo, made through the services at the first start. Their passwords are made up at that moment
 * and kept beside the demo's data, so that a second start finds the same people.
 */
export async function gatherPeople(app: App, directory: string): Promise<DemoPerson[]> {
  const file = join(directory, 'people.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DemoPerson[];
  const people: DemoPerson[] = [];
  for (const member of cast) people.push(await invite(app, member));
  writeFileSync(file, JSON.stringify(people, null, 2), { mode: 0o600 });
  return people;
}

async function invite(app: App, member: (typeof cast)[number]): Promise<DemoPerson> {
  const email = `${member.firstName}.${member.lastName}@demo.example`.toLowerCase();
  const known = await app.people.findAccountByEmail(email);
  // A first start was interrupted after creating the account but before writing the file. The account's password is
  // lost, so the person gets another address.
  const address = known === null ? email : email.replace('@', `.${randomBytes(2).toString('hex')}@`);
  const password = `${randomBytes(9).toString('base64url')}-Aa1`;
  const { firstName, lastName, role } = member;
  const id = await app.auth.createAccount({
    email: address,
    password,
    firstName,
    lastName,
    role,
    timeZone: DEMO_TIME_ZONE,
  });
  if (member.is.includes('premium')) {
    const until = new Date(app.clock.now().getTime() + PREMIUM_DAYS * 86_400_000);
    await app.subscription.grant({ accountId: id, until, source: 'demo' });
  }
  return { ...member, id, email: address, password };
}
