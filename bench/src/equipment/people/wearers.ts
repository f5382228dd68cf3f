// People with a tracker, a browser that gets push messages, and two contacts who get an SMS. Each has an open stream.
import { createECDH, randomBytes } from 'node:crypto';
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { systemClock } from '@trace/simulator/clock';
import { createConnection } from '@trace/simulator/device/connection';
import type { Connection } from '@trace/simulator/device/connection';
import { lookInto } from '../proofs/checker.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { signInTo } from './portal-client.ts';
import { nowMs, type Receivers } from '../outside/receivers.ts';
import type { World } from '../servers/world.ts';

export interface Wearer {
  readonly number: number;
  readonly serial: string;
  readonly email: string;
  /** Of the contacts, in their order. */
  readonly phones: readonly [string, string];
  /** Where the push service receives the messages for the browser. */
  readonly pushPath: string;
  readonly stream: EventStream;
  /** When the button was pressed and when the server acknowledged. Null: not yet. */
  sentAtMs: number | null;
  acceptedAtMs: number | null;
  /** Resolves when the server has acknowledged, over as many connections as that takes. */
  press(): Promise<void>;
  stop(): Promise<void>;
}

/** As a tracker after its first failure: half a second to a second. Faster trackers only burn the processor of the test. */
const SHORTEST_RECONNECT_MS = 500;
const NO_PACE = { burst: 1_000, perSec: 1_000 };
/** From a different address each, because sign-ins are limited by address. The server trusts one proxy. */
const addressOf = (number: number): string => `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}`;
const phoneOf = (number: number, contact: 0 | 1): string => `+6149${contact}${String(number).padStart(7, '0')}`;

const INSERT_BROWSERS = `
  insert into alert_browser (id, account_id, endpoint, p256dh, auth, name, added_at)
  select gen_random_uuid(), p.id, $1 || '/' || p.last_name, $2, $3, 'Bench', now()
  from person p where p.email like 'bench-wearer-%'`;
const INSERT_CONTACTS = `
  with contact as (
    insert into panic_contact (id, account_id, place, name, channels, created_at)
    select gen_random_uuid(), p.id, place, 'Contact ' || place, '{sms}', now()
    from person p, generate_series(0, 1) as place where p.email like 'bench-wearer-%' returning id, account_id, place
  )
  insert into panic_contact_address (contact_id, kind, address, state, invited_at, answered_at)
  select c.id, 'phone', '+6149' || c.place || lpad(p.last_name, 7, '0'), 'agreed', now(), now()
  from contact c join person p on p.id = c.account_id`;

/** Gives each wearer of the world a browser and contacts, opens their streams and connects their trackers. */
export async function furnishWearers(
  world: Pick<World, 'ready'>,
  { push }: Receivers,
  count: number,
): Promise<Wearer[]> {
  const keys = createECDH('prime256v1').generateKeys().toString('base64url');
  await lookInto(world.ready().databaseUrl, async (client) => {
    await client.query(INSERT_BROWSERS, [push.origin, keys, randomBytes(16).toString('base64url')]);
    await client.query(INSERT_CONTACTS);
  });
  const wearers: Wearer[] = [];
  for (let number = 1; number <= count; number += 1) wearers.push(await openWearer(world, number));
  return wearers;
}

async function openWearer(world: Pick<World, 'ready'>, number: number): Promise<Wearer> {
  const { url, person } = world.ready();
  const email = `bench-wearer-${number}@example.com`;
  const seen = { 'x-forwarded-for': addressOf(number) };
  const { cookie } = await signInTo({ url, person: { ...person, email } }, seen);
  const serial = `Trace_W${String(number).padStart(5, '0')}`;
  const stream = createEventStream(url, cookie);
  const device = connectDevice(serial, world.ready().mqttPort);
  const wearer: Wearer = {
    ...{ number, serial, email, stream, sentAtMs: null, acceptedAtMs: null },
    phones: [phoneOf(number, 0), phoneOf(number, 1)],
    pushPath: `/${number}`,
    press: async () => {
      const body = { v: 1, boot: 1, seq: 1, ts: Date.now(), kind: 'panic' };
      wearer.sentAtMs = nowMs();
      await device.publish(telemetryTopic(serial, 'event'), Buffer.from(JSON.stringify(body)), 'urgent');
      wearer.acceptedAtMs = nowMs();
    },
    stop: async () => {
      stream.stop();
      await device.stop();
    },
  };
  return wearer;
}

function connectDevice(serial: string, port: number): Pick<Connection, 'publish'> & { stop(): Promise<void> } {
  let isStopped = false;
  const connection = createConnection({
    serial,
    network: { host: '127.0.0.1', port },
    clock: systemClock,
    pace: NO_PACE,
    keepAliveSec: 300,
    will: () => Buffer.from(JSON.stringify({ v: 1, boot: 1, ts: Date.now(), status: 'offline' })),
    onReady: () => {},
    onLost: () => {
      systemClock.after(SHORTEST_RECONNECT_MS * (1 + Math.random()), () => {
        if (!isStopped) connection.connect();
      });
    },
    onCommand: () => {},
  });
  connection.connect();
  return {
    publish: connection.publish,
    stop: async () => {
      isStopped = true;
      await connection.disconnect();
    },
  };
}
