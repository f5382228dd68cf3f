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
