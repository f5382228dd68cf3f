import { randomUUID } from 'node:crypto';
import {
  cancelDeviceCommand,
  listDeviceCommands,
  listDeviceResponses,
  sendDeviceCommand,
} from '@trace/contract/device-commands/device-commands.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { sql } from 'kysely';
import type { Row, Subject } from './authz.matrix.ts';
import type { Portal, SignedIn } from '#testing/portal';

const command =
  (name: string, parameters?: object) =>
  ({ serial, pingId }: Subject) => ({
    body: { serialNumber: serial, command: name, requestId: pingId, ...(parameters && { parameters }) },
  });

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

/** Stages a waiting command of the caller. The device is never woken for this command, so the command stays waiting. */
async function leaveWaiting(portal: Portal, person: SignedIn, { serial }: Subject): Promise<Partial<Subject>> {
  const thingId = randomUUID();
  const now = portal.clock.now();
  await sql`
    insert into device_command (request_id, device_id, serial, command, parameters, purpose, sent_by, state, created_at, expires_at)
    select ${thingId}, id, serial, 'restart', '{}'::jsonb, 'manual', ${person.id}, 'waiting', ${now}, ${new Date(now.getTime() + 300_000)}
    from device where serial = ${serial}`.execute(portal.test.database.sql);
  return { thingId };
}

const thing = ({ thingId, viewerId }: Subject): string => thingId ?? viewerId;

// Commands without a position are every relation's; where a device is goes by the rules of ping and live tracking.
export const controlRows: readonly Row[] = [
  { endpoint: sendDeviceCommand, cells: 'unAAnAAAAAAn', call: command('getStatus'), audit: 'deviceCommands.send' },
  { endpoint: sendDeviceCommand, cells: 'unAAnAAAAAAn', call: command('getLogs'), audit: 'deviceCommands.send' },
  { endpoint: sendDeviceCommand, cells: 'unAAnAAAAAAn', call: command('restart'), audit: 'deviceCommands.send' },
  {
    endpoint: sendDeviceCommand,
    cells: 'unAAnAAAAAAn',
    call: command('configure', { sleepModeEnabled: true }),
    audit: 'deviceCommands.send',
  },
  { endpoint: sendDeviceCommand, cells: 'uLLLLLLLLLLL', call: command('configure', { bluetoothEnabled: true }) },
  {
    endpoint: sendDeviceCommand,
    cells: 'uLLLLLLLLLLL',
    call: command('configure', { sleepModeEnabled: true, bluetoothDeviceName: 'Boat' }),
  },
  {
    endpoint: sendDeviceCommand,
    cells: 'unAAnAgAfgAn',
    call: command('getLocation'),
    audit: 'ping.create',
    isAnswered: true,
  },
  {
    endpoint: sendDeviceCommand,
    cells: 'unPAnAgAfgAn',
    call: command('enableLiveGps'),
    audit: 'tracking.start',
    isAnswered: true,
  },
  { endpoint: sendDeviceCommand, cells: 'unPAnAgAfgAn', call: command('disableLiveGps') },
  { endpoint: listDeviceCommands, cells: 'unAAnAAAAAAn', call: ofDevice },
  { endpoint: listDeviceResponses, cells: 'unAAnAAAAAAn', call: ofDevice },
  {
    endpoint: cancelDeviceCommand,
    cells: 'unAAnAAAAAAn',
    call: (subject) => ({ params: { serial: subject.serial, id: thing(subject) } }),
    audit: 'deviceCommands.cancel',
    prepare: leaveWaiting,
  },
  // T09: a false 'online' would hide an outage.
  {
    endpoint: deviceStatusFunction,
    cells: 'ufffffffffff',
    call: ({ serial }) => ({ body: { serialNumber: serial, action: 'heartbeat', status: 'online' } }),
  },
  {
    endpoint: deviceStatusFunction,
    cells: 'ufffAAAAAAAA',
    call: ({ serial }) => ({ body: { serialNumber: serial, action: 'verifyExists' } }),
  },
];
