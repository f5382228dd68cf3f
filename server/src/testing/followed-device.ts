import { sql } from 'kysely';
import { connectByHand, type HandDevice, type HandDeviceOptions } from './stand-ins/hand-device.ts';
import type { Portal, SignedIn } from './portal.ts';
import { registerDevice } from './trackers.ts';

/** Returns a device controlled by the test, registered, assigned and listening for commands. */
export async function assignedDevice(
  portal: Portal,
  installer: SignedIn,
  user: SignedIn | undefined,
  options: HandDeviceOptions = {},
): Promise<HandDevice> {
  const device = await connectByHand(portal, options);
  await registerDevice(portal, device.serial, installer, user);
  await device.listen();
  return device;
}

export interface StoredPosition {
  at: Date;
  boot: number;
  seq: number;
  lat: number;
  lng: number;
  skewed: boolean;
  receivedAt: Date;
}

/** Returns the stored positions of a device in time order. */
export async function storedPositions(portal: Portal, serial: string): Promise<StoredPosition[]> {
  const { rows } = await sql<StoredPosition>`
    select at, boot, seq, lat, lng, skewed, received_at from position join device on device.id = device_id
    where serial = ${serial} order by at, boot, seq`.execute(portal.test.database.sql);
  return rows;
}

/** Registers and assigns a device days earlier, so that no person is new to it. */
export async function makeOldRelations(portal: Portal, serial: string): Promise<void> {
  const { sql: executor } = portal.test.database;
  await sql`
    update device set registered_at = registered_at - interval '3 days' where serial = ${serial}`.execute(executor);
  await sql`
    update device_assignment set assigned_at = assigned_at - interval '3 days'
    where device_id = (select id from device where serial = ${serial})`.execute(executor);
}

/** Ends the assignment of a device in the database, as the user's giving back will. */
export async function endAssignment(portal: Portal, serial: string): Promise<void> {
  await sql`
    update device_assignment set ended_at = ${portal.clock.now()}
    where ended_at is null and device_id = (select id from device where serial = ${serial})`.execute(
    portal.test.database.sql,
  );
}

export async function endPremium(portal: Portal, person: SignedIn): Promise<void> {
  await portal.app.subscription.grant({ accountId: person.id, until: portal.clock.now(), source: 'staff' });
}
