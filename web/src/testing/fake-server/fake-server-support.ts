import { listDeviceHealth } from '@trace/contract/device-health/device-health.api';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { HealthRecord } from '@trace/contract/device-health/device-health.schema';
import { countAlarms } from '@trace/contract/operations/operations.api';
import { listRemovals } from '@trace/contract/support-staff/support-staff.removals.api';
import { getDeskCounts, searchDesk } from '@trace/contract/support-desk/support-desk.api';
import { getDeskDevice, listDeskDevices } from '@trace/contract/support-desk/support-desk.devices.api';
import {
  getDeskCompany,
  getDeskPerson,
  listDeskCompanies,
  listDeskInstallers,
  listDeskUsers,
} from '@trace/contract/support-desk/support-desk.people.api';
import type { DeskDevice, DeskPerson, DeskPersonPage } from '@trace/contract/support-desk/support-desk.schema';
import { serveDeviceFirmware } from './fake-server-firmware.ts';
import { aStatus, ago } from './devices/fake-server-status.ts';
import type { FakeServer } from './fake-server.ts';
import { mia, sam } from './fake-server-world.ts';

export const priya = { ...mia, userType: 'staff' as const, firstName: 'Priya', lastName: 'Raman' };

const COMPANY_ID = '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3a0c1';

const aDeskDevice = (change: Partial<DeskDevice> = {}): DeskDevice => ({
  serialNumber: 'Trace_51A0',
  nickname: 'Excavator 3',
  status: 'offline',
  lastSeen: ago(190),
  batteryPct: 31,
  signalPct: 58,
  assignment: 'assigned',
  userEmail: mia.email,
  installerName: 'Sam Okafor',
  companyName: 'Harbour Alarms',
  hubId: '00A1B2C3',
  dateRegistered: ago(90_000),
  replacedBy: null,
  ...change,
});

const aPerson = (change: Partial<DeskPerson>): DeskPerson => ({
  id: mia.id,
  name: 'Mia Novak',
  email: mia.email,
  isPremium: true,
  companyName: null,
  devices: 2,
  since: ago(90_000),
  ...change,
});

const aHealthRecord = (change: Partial<HealthRecord>): HealthRecord => ({
  serialNumber: 'Trace_51A0',
  nickname: 'Excavator 3',
  status: 'offline',
  batteryPct: 31,
  signalPct: null,
  errors: 2,
  lastSeen: ago(190),
  updatedAt: ago(191),
  ...change,
});

const ticket = {
  id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3a0d1',
  number: 'TKT-1001',
  subject: 'No position since this morning',
  priority: 'urgent',
  status: 'open',
  createdAt: ago(40),
} as const;

const tickets = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ ...ticket, id: `${ticket.id.slice(0, -1)}${nth.toString(16)}` }));

const company = {
  id: COMPANY_ID,
  name: 'Harbour Alarms',
  email: 'help@harbour.example',
  phone: '+61 2 5550 1234',
  members: 1,
  devices: 12,
  createdAt: ago(200_000),
};

const samContact = { id: sam.id, name: 'Sam Okafor', email: sam.email };

export const aDeskPersonPage = (change: Partial<DeskPersonPage> = {}): DeskPersonPage => ({
  ...samContact,
  role: 'installer',
  phone: null,
  businessName: 'Harbour Alarms',
  timeZone: 'Australia/Sydney',
  isPremium: false,
  giftUntil: null,
  mayGivePremium: true,
  company: { id: COMPANY_ID, name: company.name },
  certification: { number: 'TR-1001', expiresAt: null, isRevoked: false },
  sessions: 2,
  devices: [{ serialNumber: 'Trace_51A0', nickname: 'Excavator 3', status: 'offline' }],
  deviceCount: 60,
  tickets: tickets(11),
  createdAt: ago(200_000),
  ...change,
});

/** Serves a small desk: two devices, a company, a user, an address without an account and an installer. */
export function serveDesk(server: FakeServer, status: Partial<DeviceStatusView> = {}): void {
  const devices = [aDeskDevice(), aDeskDevice({ serialNumber: 'Trace_4F21', nickname: null, status: 'online' })];
  serveDeviceFirmware(server);
  server.on(countAlarms, () => ({ alarms: 0 }));
  server.on(listRemovals, () => ({ removals: [] }));
  server.on(getDeskCounts, () => ({
    devices: { total: 2_241, today: 18, online: 2_070, offline: 171, silent: 9 },
    tickets: { open: 37, urgent: 5 },
    companies: { total: 118, thisWeek: 2 },
    users: 1_540,
    installers: 96,
  }));
  server.on(searchDesk, ({ query }) => ({
    devices: devices
      .filter(({ serialNumber }) => serialNumber.toLowerCase().includes(query.search.toLowerCase()))
      .map(({ serialNumber, nickname, status, userEmail }) => ({ serialNumber, nickname, status, userEmail })),
    people: 'mia novak'.includes(query.search)
      ? [{ id: mia.id, name: 'Mia Novak', email: mia.email, role: 'user' as const }]
      : [],
    companies: [],
  }));
  server.on(listDeskDevices, ({ query: { search = '', status, after } }) => ({
    devices: after
      ? [aDeskDevice({ serialNumber: 'Trace_0001', nickname: 'Oldest' })]
      : devices.filter(
          (device) => device.serialNumber.includes(search) && (status === undefined || device.status === status),
        ),
    next: after || search !== '' || status !== undefined ? null : '1~1',
  }));
  server.on(getDeskDevice, ({ params: { serial } }) => ({
    serialNumber: serial,
    nickname: 'Excavator 3',
    hubId: '00A1B2C3',
    firmware: '2.4.0',
    dateRegistered: ago(90_000),
    dateAssigned: ago(80_000),
    replacedBy: null,
    user: { id: mia.id, name: 'Mia Novak', email: mia.email },
    installer: samContact,
    company: { id: COMPANY_ID, name: company.name },
    status: { ...aStatus(serial, status), lastError: null },
    errorLogs: ['PDP reject, sim_password=[hidden]'],
    tickets: tickets(10),
    certificates: [
      { kind: 'operational' as const, state: 'valid' as const, issuedAt: ago(90_000), endsAt: ago(-900_000) },
    ],
  }));
  server.on(listDeskCompanies, () => ({ companies: [{ ...company, ownerName: 'Sam Okafor' }], next: null }));
  server.on(getDeskCompany, () => ({
    ...company,
    website: null,
    abnAcn: '51824753556',
    address: null,
    owner: samContact,
    customers: 3,
    members: 60,
    people: [samContact],
  }));
  server.on(listDeskUsers, ({ query: { search } }) => ({
    people: search
      ? []
      : [aPerson({}), aPerson({ id: null, name: null, email: 'later@post.example', isPremium: false, devices: 1 })],
    next: null,
  }));
  server.on(listDeskInstallers, () => ({
    people: [aPerson({ ...samContact, isPremium: false, companyName: company.name, devices: 12 })],
    next: null,
  }));
  server.on(getDeskPerson, ({ params: { id } }) => aDeskPersonPage({ id }));
  server.on(listDeviceHealth, ({ query: { search } }) => ({
    records: search
      ? []
      : [
          aHealthRecord({}),
          aHealthRecord({ serialNumber: 'Trace_E1', status: 'error' }),
          aHealthRecord({ serialNumber: 'Trace_W1', status: 'warning', batteryPct: 12, signalPct: 41.6 }),
          aHealthRecord({
            serialNumber: 'Trace_A1',
            status: 'awaiting',
            batteryPct: null,
            lastSeen: null,
            updatedAt: null,
          }),
          aHealthRecord({ serialNumber: 'Trace_O1', status: 'online', errors: 0 }),
        ],
    next: null,
  }));
}
