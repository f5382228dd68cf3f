// A gateway on free ports with its own database, and handlers that store into a table and record what they stored.
import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import { systemClock } from '#platform/clock/clock';
import type { Clock } from '#platform/clock/clock';
import type { DedicatedTransaction } from '#platform/db/database';
import { uncounted } from '#platform/health/parts-health';
import { createLog } from '#platform/log/log';
import { createServerProcesses } from '#platform/processes/server-processes';
import { createSecrets } from '#platform/secrets/secrets';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

import type { AnyDeviceHandler, DeviceMessage, HandledKind } from '../device-message.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { Gateway, GatewayOptions } from '../gateway/gateway.ts';
import type { GatewayLimits } from '../limits.ts';
import { makeDevice } from './device-certificate.ts';
import { rawDevice } from './raw-device.ts';
import type { RawDevice } from './raw-device.ts';

export interface Stored {
  readonly kind: HandledKind;
  readonly message: DeviceMessage<Record<string, unknown>>;
}

export interface TestGateway {
  readonly gateway: Gateway;
  readonly mqttPort: number;
  readonly mqttsPort: number;
  readonly test: TestDatabase;
  /** The committed messages, in order of the commits. */
  readonly stored: Stored[];
  storedOf(kind: HandledKind): DeviceMessage<Record<string, unknown>>[];
  /** Serials that are not registered. Every other serial has an id. */
  readonly unregistered: Set<string>;
  /** Runs inside every transaction, before its commit. */
  beforeCommit: (
    tx: DedicatedTransaction,
    kind: HandledKind,
    messages: readonly DeviceMessage<unknown>[],
  ) => Promise<void>;
  /** Ids of other server processes. */
  readonly others: Set<string>;
  /** A connected device of this serial on the plain listener. */
  plain(serial: string): Promise<RawDevice>;
  /** A connected device with a factory certificate. */
  secure(serial: string): Promise<RawDevice>;
  /** The lines of the gateway's log, warnings and errors. */
  logged(): Record<string, unknown>[];
  /** How many messages of a device are in the table. */
  rows(serial: string, kind: HandledKind): Promise<number>;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly limits?: Partial<GatewayLimits>;
  readonly clock?: Clock;
  readonly mqttPort?: number | null;
  /** A database for tests that break the database. Dropped with the gateway. */
  readonly test?: TestDatabase;
  readonly onHttpSocket?: GatewayOptions['onHttpSocket'];
  /** The port of a broker on this machine, without TLS. */
  readonly brokerPort?: number;
}

const kinds: readonly HandledKind[] = ['location', 'heartbeat', 'status', 'log', 'event', 'reply', 'presence'];

export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { limits, clock, mqttPort = 0 } = options;
  const test = options.test ?? (await testDatabase());
  await sql`create table device_test_message (
    kind text, device_id int, boot bigint, seq bigint, body text, unique (kind, device_id, boot, seq)
  )`.execute(test.database.sql);
  const ids = new Map<string, number>();
  const stored: Stored[] = [];
  const unregistered = new Set<string>();
  const others = new Set<string>();
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const gateway = await createGateway({
    database: test.database,
    clock: clock ?? systemClock(),
    log,
    processes: { ...createServerProcesses({ database: test.database, log, version: '1' }), others: () => others },
    secrets: createSecrets(randomBytes(32)),
    settings: { host: '127.0.0.1', mqttsPort: 0, mqttPort, publicHost: null, limits: limits ?? {} },
    handlers: kinds.map((kind) => handlerOf(kind)),
    deviceIdsOf: async (serials) =>
      new Map(serials.filter((serial) => !unregistered.has(serial)).map((s) => [s, idOf(s)])),
    lockDevices: async () => {},
    ...(options.onHttpSocket ? { onHttpSocket: options.onHttpSocket } : {}),
    ...(options.brokerPort === undefined ? {} : { broker: brokerAt(options.brokerPort) }),
  });
  const ports = await gateway.start();

  function idOf(serial: string): number {
    const id = ids.get(serial) ?? ids.size + 1;
    ids.set(serial, id);
    return id;
  }

  function handlerOf(kind: HandledKind): AnyDeviceHandler {
    const store = async (
      tx: DedicatedTransaction,
      messages: readonly DeviceMessage<unknown>[],
    ): Promise<() => void> => {
      await insert(tx, kind, messages);
      await rig.beforeCommit(tx, kind, messages);
      return () => {
        for (const message of messages) stored.push({ kind, message: message as Stored['message'] });
      };
    };
    return { name: `test ${kind}`, kind, store };
  }

  const rig: TestGateway = {
    gateway,
    mqttPort: ports.mqttPort ?? 0,
    mqttsPort: ports.mqttsPort,
    test,
    stored,
    storedOf: (kind) => stored.filter((one) => one.kind === kind).map((one) => one.message),
    unregistered,
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    beforeCommit: async () => {},
    others,
    plain: async (serial) => {
      await gateway.registry.enter(serial);
      const device = await rawDevice({ port: rig.mqttPort });
      await expectAccepted(device, serial);
      return device;
    },
    secure: async (serial) => {
      await gateway.registry.enter(serial);
      const certificate = await makeDevice(gateway.certificates, serial);
      const device = await rawDevice({ port: rig.mqttsPort, certificate, caPem: gateway.certificates.caPem });
      await expectAccepted(device, serial);
      return device;
    },
    rows: async (serial, kind) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from device_test_message
        where device_id = ${idOf(serial)} and kind = ${kind}`.execute(test.database.sql);
      return rows[0]?.count ?? 0;
    },
    stop: async () => {
      await gateway.stop();
      await test.drop();
    },
  };
  return rig;
}

async function expectAccepted(device: RawDevice, serial: string): Promise<void> {
  const code = await device.connect({ clientId: serial });
  if (code !== 0) throw new Error(`${serial} was refused with ${code}`);
}

const INSERT = `insert into device_test_message (kind, device_id, boot, seq, body)
  select $1, * from unnest($2::int[], $3::bigint[], $4::bigint[], $5::text[]) on conflict do nothing`;

async function insert(
  tx: DedicatedTransaction,
  kind: HandledKind,
  messages: readonly DeviceMessage<unknown>[],
): Promise<void> {
  const bodies = messages.map(({ message }) => message as { boot?: number; seq?: number });
  const values = [
    kind,
    messages.map(({ deviceId }) => deviceId),
    bodies.map(({ boot }) => boot ?? null),
    bodies.map(({ seq }) => seq ?? null),
    bodies.map((body) => JSON.stringify(body)),
  ];
  await tx.query({ name: 'device-test-insert', text: INSERT, values });
}

/** A valid message of a kind, as text. */
export function payloadOf(kind: HandledKind, seq: number, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ v: 1, boot: 1, seq, ts: Date.now(), ...bodies[kind], ...more });
}

const bodies: Record<HandledKind, Record<string, unknown>> = {
  location: { lat: 52.52, lng: 13.405, speedMps: 13.4 },
  heartbeat: { status: 'online', intervalSec: 60 },
  status: { status: 'online' },
  log: { level: 'info', text: 'hello' },
  event: { kind: 'panic' },
  reply: { requestId: '6f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f', command: 'getStatus', result: { success: true } },
  update: { updateId: '6f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f', state: 'downloading', progressPct: 40 },
  certificate: { uses: 'a'.repeat(64), trusts: [] },
  presence: {},
};

function brokerAt(port: number): NonNullable<GatewayOptions['broker']> {
  const settings = { host: '127.0.0.1', port, isTls: false, user: null, certificate: null, caFile: null };
  return { settings, calls: uncounted };
}
