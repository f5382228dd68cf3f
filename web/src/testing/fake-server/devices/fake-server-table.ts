import { done } from '@trace/contract/kernel/endpoint';
import {
  assignDevice,
  cancelAssignment,
  claimDeviceAgain,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { exportDevices, listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { replacementTexts } from '@trace/contract/devices/devices.replacement.texts';
import { requestAccess, withdrawRequest } from '@trace/contract/location-access/location-access.api';
import { aRequest, type AccessWorld } from '../people/fake-server-access.ts';
import { aStatus, ago } from './fake-server-status.ts';
import type { FakeServer } from '../fake-server.ts';

/** The rows of the device table, in the order of the server. */
export type TableWorld = TableRow[];

export function aRow(serialNumber: string, name: string, change: Partial<TableRow> = {}): TableRow {
  return {
    serialNumber,
    name,
    hubId: null,
    assignment: 'none',
    user: null,
    companyName: 'Harbour Alarms',
    installerName: 'Sam Okafor',
    dateRegistered: ago(90_000),
    relation: 'installer_unassigned',
    replacedBy: null,
    mayManage: true,
    status: aStatus(serialNumber),
    errorLogs: [],
    ...change,
  };
}

/** A device assigned to a user with this email address. */
const assigned = (email: string, name: string | null = null): Partial<TableRow> => ({
  assignment: 'assigned',
  user: { email, name },
  relation: 'installer_assigned',
});

/** A device in each of the states that the table has words for. */
export function samsTable(): TableWorld {
  const away = { connectivity: false, network: 'disconnected', networkType: null } as const;
  return [
    aRow('Trace_4F21', 'Work ute', { hubId: '00A41F7C', ...assigned('mia.novak@post.example', 'Mia Novak') }),
    aRow('Trace_4E70', 'Site trailer', {
      ...assigned('jonas@northside.example'),
      status: aStatus('Trace_4E70', { status: 'sleeping', sleepModeActive: true, lastSeen: ago(3) }),
    }),
    aRow('Trace_4F9C', 'Delivery van 2', {
      hubId: '00A41F7C',
      ...assigned('zoe@coastfreight.example'),
      status: aStatus('Trace_4F9C', { status: 'error', lastError: 'SIM: APN not set', lastSeen: ago(2) }),
      errorLogs: ['SIM: APN not set', 'Hub link lost', 'No GPS fix for 120 s', 'Cell tower changed often'],
    }),
    aRow('Trace_51A0', 'Excavator 3', {
      hubId: '00A45B02',
      relation: 'company_assigned',
      mayManage: false,
      installerName: 'Ava Chen',
      assignment: 'assigned',
      user: { email: 'liam@northside.example', name: null },
      status: aStatus('Trace_51A0', { ...away, status: 'offline', lastSeen: ago(180) }),
      errorLogs: ['No GPS fix for 120 s'],
    }),
    aRow('Trace_50D3', 'Front gate', {
      hubId: '00A45B02',
      status: aStatus('Trace_50D3', { network: 'ethernet', networkType: 'ethernet' }),
    }),
    aRow('Trace_7C04', 'Device Trace_7C04', { status: aStatus('Trace_7C04', { configApplied: false }) }),
    aRow('Trace_4F6E', 'Boat Selkie', {
      assignment: 'waiting',
      user: { email: 'ava@selkie.example', name: null },
      relation: 'installer_assigned',
      status: aStatus('Trace_4F6E', { status: 'updating' }),
    }),
    aRow('Trace_4D18', 'Spare unit', {
      relation: 'installer_assigned',
      status: aStatus('Trace_4D18', { ...away, status: 'awaiting', lastSeen: null, configApplied: false }),
    }),
  ];
}

interface ServedWorld {
  table: TableWorld;
  access: AccessWorld;
  /** The user's own list, which a device leaves by being given back. */
  devices: Device[];
}

/** Answers like the server, from `world`. A page has as many rows as requested. */
export function serveTable(server: FakeServer, world: ServedWorld): void {
  server.on(listDeviceTable, ({ query: { search = '', status, network, assigned: state, after, before, limit } }) => {
    const found = world.table.filter(
      (row) =>
        JSON.stringify([row.name, row.serialNumber, row.hubId, row.user])
          .toLowerCase()
          .includes(search.toLowerCase()) &&
        (status === undefined || row.status.status === status) &&
        (network === undefined || row.status.network === network) &&
        (state === undefined || row.assignment === state),
    );
    const start = after === undefined ? Math.max(0, Number(before ?? 0) - limit) : Number(after);
    const end = Math.min(start + limit, found.length);
    return {
      devices: found.slice(start, end),
      previous: start > 0 ? String(start) : null,
      next: end < found.length ? String(end) : null,
      counts: { total: world.table.length, matching: found.length, isMore: false },
    };
  });
  server.on(exportDevices, () => ({ content: new Uint8Array(), mediaType: 'text/csv' }));
  const change = (serial: string, changed: Partial<TableRow>) => {
    world.table = world.table.map((row) => (row.serialNumber === serial ? { ...row, ...changed } : row));
  };
  server.on(assignDevice, ({ params, body }) => {
    change(params.serial, { ...assigned(body.email) });
    return done;
  });
  server.on(endAssignment, ({ params }) => {
    change(params.serial, { assignment: 'none', user: null });
    world.devices = world.devices.filter(({ serialNumber }) => serialNumber !== params.serial);
    return done;
  });
  server.on(cancelAssignment, ({ params }) => {
    change(params.serial, { assignment: 'none', user: null, relation: 'installer_unassigned' });
    return done;
  });
  server.on(replaceDevice, ({ params, body: { newSerialNumber } }) => {
    const old = world.table.find(({ serialNumber }) => serialNumber === params.serial)!;
    change(params.serial, { replacedBy: newSerialNumber, name: replacementTexts.oldName(old.name), hubId: null });
    world.table = [...world.table, { ...old, serialNumber: newSerialNumber }];
    return { serialNumber: newSerialNumber, setup: 'queued' as const };
  });
  server.on(claimDeviceAgain, ({ params }) => {
    change(params.serial, { relation: 'installer_unassigned' });
    return done;
  });
  server.on(requestAccess, ({ params, body }) => {
    const request = aRequest({ serialNumber: params.serial, minutes: body.minutes, requester: null });
    world.access.sent = [...world.access.sent, request];
    return request;
  });
  server.on(withdrawRequest, ({ params }) => {
    world.access.sent = world.access.sent.filter(({ id }) => id !== params.id);
    return done;
  });
}
