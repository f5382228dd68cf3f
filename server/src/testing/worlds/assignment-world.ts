// Helpers that create and read devices and their assignments for tests.
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { sql } from 'kysely';
import type { Portal, SignedIn } from '#testing/portal';
import { enterSerial, registerDevice } from '#testing/trackers';

/** A registered device without a user. */
export async function deviceOf(portal: Portal, person: SignedIn): Promise<string> {
  const serial = await enterSerial(portal);
  await registerDevice(portal, serial, person);
  return serial;
}

/** All assignments of a device, the oldest first. */
export async function assignmentsOf(portal: Portal, serial: string) {
  const { rows } = await sql<{ accountId: string | null; email: string | null; endedAt: Date | null }>`
    select a.account_id, a.email, a.ended_at from device_assignment a join device d on d.id = a.device_id
    where d.serial = ${serial} order by a.id`.execute(portal.test.database.sql);
  return rows;
}

/** Assigns over HTTP to someone who looks at once, if the address has an account. */
export async function assignSeen(portal: Portal, person: SignedIn, serial: string, email: string) {
  const answer = await person.api.call(assignDevice, { params: { serial }, body: { email } });
  const account = await portal.app.people.findAccountByEmail(email.trim().toLowerCase());
  if (account !== null) await portal.app.devices.markSeen(account.id);
  return answer;
}
