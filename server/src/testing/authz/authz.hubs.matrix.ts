import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  cancelSetup,
  getSetup,
  programDevice,
  reconfigureDevice,
  restoreSetup,
  retrySetup,
  unlinkHub,
} from '@trace/contract/device-setup/device-setup.api';
import { getHubService, listHubs, signInToHubs } from '@trace/contract/hubs/hubs.api';
import { sql } from 'kysely';
import { STAND_IN_PASSWORD } from '@trace/stand-ins/alarm-hub/stand-in';
import type { Row, Subject } from './authz.matrix.ts';
import { verifyHubs } from '#testing/worlds/hub-world';
import type { Portal, SignedIn } from '#testing/portal';
import { reconfigure } from '#testing/worlds/setup-world';

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

/** The matrix has more kinds of principals than allowed tries per address. */
async function forgetTries(portal: Portal): Promise<Partial<Subject>> {
  await sql`delete from hub_try`.execute(portal.test.database.sql);
  return {};
}

/** Stages a handle of another user. */
async function stageHandle(portal: Portal): Promise<Partial<Subject>> {
  await forgetTries(portal);
  const handle = randomBytes(32).toString('base64url');
  await sql`
    insert into hub_handle (id, person_id, session_id, hub_user_id, sealed_session_token, expires_at)
    values (${createHash('sha256').update(handle).digest()}, ${randomUUID()}, ${randomUUID()}, 'somebody', 's1.none',
      ${new Date(portal.clock.now().getTime() + 600_000)})`.execute(portal.test.database.sql);
  return { thingId: `${handle} somebody` };
}

async function ownHandle(_portal: Portal, person: SignedIn): Promise<Partial<Subject>> {
  const { handle, userId } = await verifyHubs(person);
  return { thingId: `${handle} ${userId}` };
}

async function stageLink(portal: Portal, _person: SignedIn | undefined, serial: string): Promise<Partial<Subject>> {
  await sql`
    insert into hub_link (device_id, link_id, hub_id, hub_name, linked_at)
    select id, ${randomUUID()}, '00A41F7C', 'Novak home', ${portal.clock.now()} from device where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  return {};
}

/** Stages settings that are not sent yet. */
async function stageProgramming(
  portal: Portal,
  _person: SignedIn | undefined,
  serial: string,
): Promise<Partial<Subject>> {
  await sql`
    insert into device_setup (device_id, serial, state, changed_at, has_sim_setting)
    select id, serial, 'queued', ${portal.clock.now()}, true from device where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  return {};
}

/** Changes the settings twice, so that earlier settings exist. */
async function changeTwice(_portal: Portal, person: SignedIn, { serial }: Subject): Promise<Partial<Subject>> {
  for (const apn of ['one', 'two']) await reconfigure(person, serial, { sim: { apn } });
  return {};
}

// 'Reconfigure hub / SIM' and related calls. Reading the setup follows 'hub id and name'. Staff can read the setup once
// the back-office gives them a relation.
export const hubsRows: readonly Row[] = [
  { endpoint: getHubService, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  {
    endpoint: signInToHubs,
    cells: 'ufAAAAAAffff',
    call: ({ serial: serialNumber }) => ({
      body: { credentials: { username: 'novak@hub.example', password: STAND_IN_PASSWORD }, serialNumber },
    }),
    audit: 'hub.signIn',
    stage: forgetTries,
  },
  {
    endpoint: listHubs,
    cells: 'ufAAAAAAffff',
    call: ({ thingId = 'none none' }) => {
      const [sessionToken, userId] = thingId.split(' ');
      return { body: { sessionToken, userId } };
    },
    stage: stageHandle,
    prepare: ownHandle,
  },
  { endpoint: getSetup, cells: 'unAAnAAAAAAn', call: ofDevice },
  {
    endpoint: reconfigureDevice,
    cells: 'unAAnAAAffff',
    call: (subject) => ({ ...ofDevice(subject), body: { sim: { apn: 'internet' } } }),
    audit: 'device.reconfigure',
  },
  {
    endpoint: programDevice,
    cells: 'unAAnAAAffff',
    call: ({ serial }) => ({ body: { serialNumber: serial, simAPN: 'internet' } }),
    audit: 'device.reconfigure',
  },
  { endpoint: unlinkHub, cells: 'unAAnAAAffff', call: ofDevice, audit: 'device.unlinkHub', stage: stageLink },
  { endpoint: restoreSetup, cells: 'unAAnAAAffff', call: ofDevice, audit: 'device.restoreSetup', prepare: changeTwice },
  { endpoint: retrySetup, cells: 'unAAnAAAffff', call: ofDevice, audit: 'device.retrySetup', prepare: changeTwice },
  {
    endpoint: cancelSetup,
    cells: 'unAAnAAAffff',
    call: ofDevice,
    audit: 'device.cancelSetup',
    stage: stageProgramming,
  },
];
