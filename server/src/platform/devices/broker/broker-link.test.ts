import type { Packet } from 'mqtt-packet';
import { afterEach, expect, test } from 'vitest';

import { systemClock } from '#platform/clock/clock';

import { startFakeBroker } from '../testing/fake-broker.ts';
import type { FakeBroker } from '../testing/fake-broker.ts';
import { until } from '../testing/until.ts';
import type { Delivery } from './broker-acks.ts';
import type { BrokerMessage } from './broker-connection.ts';
import { createBrokerLink } from './broker-link.ts';
import type { BrokerLink } from './broker-link.ts';
import type { BrokerProblem } from './broker-reasons.rules.ts';
import { createSocketOpener } from './broker-socket.ts';

const toStop: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0)) await stop();
});

interface Linked {
  readonly broker: FakeBroker;
  readonly link: BrokerLink;
  readonly arrived: { message: BrokerMessage; delivery: Delivery }[];
  readonly problems: BrokerProblem[];
  ups(): number;
}

async function connectLink(options: { connackReason?: number; purpose?: 'unsubscribe' } = {}): Promise<Linked> {
  const broker = await startFakeBroker(options);
  const settings = { host: '127.0.0.1', port: broker.port, isTls: false, user: null, certificate: null, caFile: null };
  const noCertificate = { caPem: '', clientCertificate: () => Promise.reject(new Error('not by TLS')) };
  const { open } = await createSocketOpener(settings, noCertificate);
  const arrived: Linked['arrived'] = [];
  const problems: BrokerProblem[] = [];
  let ups = 0;
  const link = createBrokerLink({
    ...{ clientId: 'trace.server-1-data', open, filters: ['$share/trace/dt/trace/+/location'], clock: systemClock() },
    user: { name: 'trace', password: 'secret' },
    purpose: options.purpose ?? 'subscribe',
    onMessage: (message, delivery) => void arrived.push({ message, delivery }),
    onUp: () => void (ups += 1),
    onDown: (problem) => void problems.push(problem),
  });
  toStop.push(() => link.stop({ forgetSession: false }), broker.stop);
  link.start();
  return { broker, link, arrived, problems, ups: () => ups };
}

const position = (messageId: number): Packet => ({
  ...{
    cmd: 'publish',
    topic: 'dt/trace/Trace_1/location',
    payload: '{}',
    qos: 1,
    dup: false,
    retain: false,
    messageId,
  },
});
const pubacksIn = ({ received }: FakeBroker): (number | undefined)[] =>
  received.filter(({ cmd }) => cmd === 'puback').map(({ messageId }) => messageId);

test('asks for a session that outlives the connection, and bounds what is not acknowledged [SCALE-02]', async () => {
  const { broker, ups } = await connectLink();
  await until(() => ups() === 1);
  expect(broker.received[0]).toMatchObject({
    ...{ cmd: 'connect', protocolVersion: 5, clean: false, clientId: 'trace.server-1-data', username: 'trace' },
    properties: { sessionExpiryInterval: 604_800, receiveMaximum: 1_000, maximumPacketSize: 32_768 },
  });
  expect(broker.received[1]).toMatchObject({ subscriptions: [{ topic: '$share/trace/dt/trace/+/location', qos: 1 }] });
});

test('acknowledges a message when it is settled and not before [SCALE-02]', async () => {
  const { broker, link, arrived, ups } = await connectLink();
  await until(() => ups() === 1);
  broker.send(position(7));
  broker.send(position(8));
  await until(() => arrived.length === 2);
  expect([pubacksIn(broker), link.inFlight()]).toEqual([[], 2]);
  const [{ delivery }] = arrived as [(typeof arrived)[0]];
  expect([delivery.settle(8), delivery.settle(7)]).toEqual([true, false]);
  delivery.sendAcks();
  await until(() => pubacksIn(broker).length === 2);
  expect([pubacksIn(broker), link.inFlight()]).toEqual([[8, 7], 0]);
});

test('acknowledges nothing over a later connection, where the number names another message [SCALE-02]', async () => {
  const { broker, arrived, ups, problems } = await connectLink();
  await until(() => ups() === 1);
  broker.send(position(7));
  await until(() => arrived.length === 1);
  broker.cut();
  await until(() => ups() === 2);
  expect(arrived[0]!.delivery.settle(7)).toBe(false);
  arrived[0]!.delivery.sendAcks();
  broker.send(position(7));
  await until(() => arrived.length === 2);
  expect(pubacksIn(broker)).toEqual([]);
  expect(problems).toHaveLength(1);
});

test.each([
  [0x86, 'the broker refuses the user name or the password', true],
  [0x88, 'the broker is unavailable', false],
])('explains the refusal 0x%s, and goes on trying [SCALE-02]', async (connackReason, words, isFinal) => {
  const { broker, problems } = await connectLink({ connackReason });
  await until(() => broker.connections() === 2);
  expect(problems[0]).toEqual({ words, isFinal });
});

test('takes the rest of an orphaned session without new messages, and makes the broker forget it [SCALE-02]', async () => {
  const { broker, link, ups } = await connectLink({ purpose: 'unsubscribe' });
  await until(() => ups() === 1);
  link.stop({ forgetSession: true });
  await until(() => broker.received.length === 3);
  expect(broker.received.map(({ cmd }) => cmd)).toEqual(['connect', 'unsubscribe', 'disconnect']);
  expect(broker.received[2]).toMatchObject({ properties: { sessionExpiryInterval: 0 } });
});
