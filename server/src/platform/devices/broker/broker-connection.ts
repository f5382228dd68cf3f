// A connection to the broker in MQTT 5: from CONNECT to its end.
import type { IConnackPacket, IConnectPacket, IPublishPacket, Packet } from 'mqtt-packet';

import type { Clock, Stop } from '#platform/clock/clock';

import { createBrokerAcks } from './broker-acks.ts';
import type { BrokerAcks, Delivery } from './broker-acks.ts';
import type { OutgoingQueue } from './broker-outgoing.ts';
import { ended, passing, refusedConnect, refusedSubscription } from './broker-reasons.rules.ts';
import type { BrokerProblem } from './broker-reasons.rules.ts';
import type { OpenSocket } from './broker-socket.ts';

export interface BrokerMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** 0 with QoS 0. */
  readonly packetId: number;
  readonly sizeBytes: number;
}

export interface BrokerConnection {
  isUp(): boolean;
  send(packet: Packet): void;
  /** Messages that were received and not acknowledged. */
  inFlight(): number;
  /** With `forgetSession` the broker forgets the session too. */
  close(options: { forgetSession: boolean }): void;
}

export interface BrokerConnectionOptions {
  readonly clientId: string;
  readonly open: OpenSocket;
  readonly user: { readonly name: string; readonly password: string } | null;
  readonly filters: readonly string[];
  /** `unsubscribe`: no new messages, only the rest of the session. */
  readonly purpose: 'subscribe' | 'unsubscribe';
  readonly clock: Clock;
  readonly outgoing: OutgoingQueue;
  onMessage(message: BrokerMessage, delivery: Delivery): void;
  /** Connected, and the subscriptions are as wanted. */
  onUp(): void;
  onEnd(problem: BrokerProblem): void;
}

/** The window of messages without PUBACK. It bounds the memory, and how much comes again after a crash. */
const RECEIVE_MAXIMUM = 1_000;
/** The broker drops larger packets. Messages of devices have at most 16 KiB. */
const MAXIMUM_PACKET_BYTES = 32 * 1024;
/** How long the broker keeps messages while no server process runs: the longest time that AWS IoT Core allows. */
const SESSION_SEC = 7 * 86_400;
const KEEP_ALIVE_SEC = 30;
const ANSWER_WITHIN_MS = 10_000;
const SUBSCRIBE_ID = 1;

export function connectToBroker(options: BrokerConnectionOptions): BrokerConnection {
  const { clock, outgoing } = options;
  let acks: BrokerAcks | null = null;
  let isUp = false;
  const timer = createTimer(clock, (what) => lose(passing(`no answer to ${what}`)));

  const finish = (): void => {
    timer.stop();
    isUp = false;
    acks?.end();
  };

  const lose = (problem: BrokerProblem): void => {
    finish();
    socket.destroy();
    options.onEnd(problem);
  };

  const receive = (packet: Packet): void => {
    switch (packet.cmd) {
      case 'connack':
        return accept(packet);
      case 'suback':
        return begin(packet.granted.find((code) => Number(code) >= 0x80));
      case 'unsuback':
        return begin(undefined);
      case 'publish':
        return take(packet);
      case 'puback':
        outgoing.answer(packet.messageId ?? 0, packet.reasonCode ?? 0);
        return sendWaiting();
      case 'pingresp':
        return pingLater();
      case 'disconnect':
        return lose(ended(packet.reasonCode ?? 0));
      default:
    }
  };

  const accept = (packet: IConnackPacket): void => {
    const code = packet.reasonCode ?? packet.returnCode ?? 0;
    if (code !== 0) return lose(refusedConnect(code));
    acks = createBrokerAcks(socket.write);
    for (const repeated of outgoing.repeat(packet.properties?.receiveMaximum ?? Infinity)) socket.send(repeated);
    timer.expect(options.purpose.toUpperCase());
    socket.send(subscriptionPacket(options));
  };

  const begin = (refused: unknown): void => {
    if (refused !== undefined) return lose(refusedSubscription(Number(refused)));
    isUp = true;
    pingLater();
    options.onUp();
    sendWaiting();
  };

  const ping = (): void => {
    timer.expect('PINGREQ');
    socket.send({ cmd: 'pingreq' });
  };

  const pingLater = (): void => timer.run(ping, (KEEP_ALIVE_SEC * 1_000) / 2);

  const take = (packet: IPublishPacket): void => {
    if (acks === null) return;
    if (packet.qos > 0) acks.begin();
    options.onMessage(messageOf(packet), acks.delivery);
  };

  const sendWaiting = (): void => {
    for (const packet of outgoing.take()) socket.send(packet);
  };

  timer.expect('the connection');
  const socket = options.open({
    onOpen: () => {
      timer.expect('CONNECT');
      socket.send(connectPacket(options));
    },
    onPacket: receive,
    onEnd: lose,
  });

  return {
    isUp: () => isUp,
    send: (packet) => socket.send(packet),
    inFlight: () => acks?.inFlight() ?? 0,
    close: ({ forgetSession }) => {
      if (isUp) socket.send(goodbye(forgetSession ? 0 : SESSION_SEC));
      finish();
      socket.end();
    },
  };
}

const connectPacket = ({ clientId, user }: BrokerConnectionOptions): IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 5,
  clean: false,
  clientId,
  keepalive: KEEP_ALIVE_SEC,
  ...(user === null ? {} : { username: user.name, password: Buffer.from(user.password) }),
  properties: {
    sessionExpiryInterval: SESSION_SEC,
    receiveMaximum: RECEIVE_MAXIMUM,
    maximumPacketSize: MAXIMUM_PACKET_BYTES,
  },
});

function subscriptionPacket({ filters, purpose }: BrokerConnectionOptions): Packet {
  if (purpose === 'unsubscribe') return { cmd: 'unsubscribe', messageId: SUBSCRIBE_ID, unsubscriptions: [...filters] };
  const subscriptions = filters.map((topic) => ({ topic, qos: 1 as const }));
  return { cmd: 'subscribe', messageId: SUBSCRIBE_ID, subscriptions };
}

function messageOf({ topic, payload, messageId, qos, length }: IPublishPacket): BrokerMessage {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  return { topic, payload: bytes, packetId: qos === 0 ? 0 : (messageId ?? 0), sizeBytes: length ?? bytes.length };
}

const goodbye = (sessionExpiryInterval: number): Packet => ({
  cmd: 'disconnect',
  reasonCode: 0,
  properties: { sessionExpiryInterval },
});

/** The timer of a connection: the deadline of an answer, or the next ping. */
function createTimer(clock: Clock, onMissed: (what: string) => void) {
  let stop: Stop = () => {};
  const run = (act: () => void, afterMs: number): void => {
    stop();
    stop = clock.after(afterMs, act);
  };
  return { run, expect: (what: string): void => run(() => onMissed(what), ANSWER_WITHIN_MS), stop: () => stop() };
}
