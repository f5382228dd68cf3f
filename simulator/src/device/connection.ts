import type { Socket } from 'node:net';
import { certificateTopic, commandTopic, telemetryTopic } from '@trace/contract/device-protocol/topics';
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';
import mqtt from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';
import type { Clock, Stop } from '../clock.ts';
import { createOutbox } from './outbox.ts';
import type { OutgoingMessage, PublishOutcome } from './outbox.ts';
import { createPace } from '../pace.ts';
import type { PaceLimits } from '../pace.ts';
import { describe, open, readPackets } from './wire.ts';
import type { Network } from './wire.ts';

export type { Network } from './wire.ts';

export interface ConnectionOptions {
  readonly serial: string;
  /** Normally the serial; a test of refusals may pretend to be another. */
  readonly clientId?: string;
  readonly network: Network;
  /** Left out: the device does not renew its certificate. */
  readonly certificates?: ConnectionCertificates;
  /** For deadlines of the wire. */
  readonly clock: Clock;
  readonly keepAliveSec?: number;
  /** The number of messages that may wait. Beyond this number the oldest message is dropped. */
  readonly capacity?: number;
  /** The sending rate. Defaults to slightly under the protocol's own limits. */
  readonly pace?: PaceLimits;
  /** The last will, made anew for each connection. */
  will(): Buffer;
  /** Connected and subscribed. */
  onReady(): void;
  /** Called once per lost connection attempt or connection, whatever the reason, except after `disconnect`. */
  onLost(reason: string): void;
  onCommand(payload: Buffer): void;
}

export interface ConnectionCertificates {
  /** Asked for each connection, because certificates change. */
  network(): Network;
  /** The certificate has ended: the server reads certificate messages alone. */
  onOnlyRenewal(): void;
  onAnswer(payload: Buffer): void;
}

/**
 * The MQTT 3.1.1 connection of a single device. The connection does not reconnect by itself: its owner decides when to
 * connect again.
 */
export interface Connection {
  readonly connect: () => void;
  readonly isReady: () => boolean;
  /** QoS 1. Resolves when the server acknowledged, over as many connections as that takes; never rejects. */
  readonly publish: (topic: string, payload: Buffer, priority?: 'urgent' | 'ordinary') => Promise<PublishOutcome>;
  /** QoS 0, at once. Lost without a connection. */
  readonly publishOnce: (topic: string, payload: Buffer) => void;
  /** Says goodbye, so that no will is sent, and waits until the socket is closed. */
  readonly disconnect: () => Promise<void>;
  /** Cuts the connection without a DISCONNECT. Unacknowledged messages are sent again on the next connection. */
  readonly cut: () => void;
  readonly waiting: () => number;
}

/** Slightly under the protocol's limits, because a repeated message counts twice. */
const POLITE_PACE: PaceLimits = { burst: deviceProtocol.burst * 0.9, perSec: deviceProtocol.sustainedPerSec * 0.9 };
const CONNECT_WITHIN_MS = 10_000;
const CLOSE_WITHIN_MS = 700;
const REFUSALS = [
  'accepted',
  'protocol version',
  'client id',
  'server unavailable',
  'bad credentials',
  'not authorized',
];
const SUBSCRIBE_ID = 1;
const SUBSCRIPTION_REFUSED = 0x80;

export function createConnection(options: ConnectionOptions): Connection {
  const { serial, clock, certificates, keepAliveSec = 60, capacity = 2_000 } = options;
  const outbox = createOutbox({ window: deviceProtocol.receiveWindow, capacity });
  const pace = createPace(options.pace ?? POLITE_PACE, clock);
  let socket: Socket | null = null;
  let isAccepted = false;
  let isReady = false;
  let isPingOpen = false;
  let lastSentAtMs = 0;
  let stopTimer: Stop = () => {};
  let stopPacing: Stop | null = null;

  const send = (packet: Packet): void => {
    if (socket === null || socket.destroyed) return;
    lastSentAtMs = clock.nowMs();
    socket.write(mqtt.generate(packet));
  };

  const lose = (reason: string): void => {
    if (socket === null) return;
    forget();
    options.onLost(reason);
  };

  const forget = (): void => {
    stopTimer();
    stopPacing?.();
    stopPacing = null;
    socket?.destroy();
    socket = null;
    isAccepted = false;
    isReady = false;
    isPingOpen = false;
    outbox.repeatUnacknowledged();
  };

  const publishNow = ({ topic, payload, messageId, isRepeat }: OutgoingMessage): void =>
    send({ cmd: 'publish', topic, payload, messageId, qos: 1, dup: isRepeat, retain: false });

  /** Throttles ordinary messages. Urgent messages are sent at once. */
  const sendWaiting = (): void => {
    if (!isAccepted || socket === null) return;
    socket.cork();
    for (let message = outbox.take('urgent'); message !== null; message = outbox.take('urgent')) publishNow(message);
    // Before SUBACK the device does not know whether the server reads anything but certificate messages.
    while (isReady && outbox.hasNext() && pace.pass()) {
      const message = outbox.take('any');
      if (message !== null) publishNow(message);
    }
    socket.uncork();
    if (isReady && outbox.hasNext()) sendLater();
  };

  const sendLater = (): void => {
    if (stopPacing !== null) return;
    stopPacing = clock.after(pace.waitMs(), () => {
      stopPacing = null;
      sendWaiting();
    });
  };

  const keepAlive = (): void => {
    if (isPingOpen) {
      lose('no answer to keep-alive');
      return;
    }
    const quietForMs = clock.nowMs() - lastSentAtMs;
    const pingAfterMs = (keepAliveSec * 1_000) / 2;
    if (quietForMs >= pingAfterMs) {
      isPingOpen = true;
      send({ cmd: 'pingreq' });
    }
    stopTimer = clock.after(isPingOpen ? pingAfterMs : pingAfterMs - quietForMs, keepAlive);
  };

  const accept = (returnCode: number): void => {
    if (returnCode !== 0) {
      lose(`refused: ${REFUSALS[returnCode] ?? returnCode}`);
      return;
    }
    isAccepted = true;
    stopTimer();
    keepAlive();
    const topics = [commandTopic(serial), ...(certificates === undefined ? [] : [certificateTopic(serial)])];
    const subscriptions = topics.map((topic) => ({ topic, qos: 1 as const }));
    send({ cmd: 'subscribe', messageId: SUBSCRIBE_ID, subscriptions });
    sendWaiting();
  };

  const receive = (packet: Packet): void => {
    isPingOpen = false;
    if (packet.cmd === 'connack') accept(packet.returnCode ?? 0);
    else if (packet.cmd === 'suback') subscribed(packet.granted);
    else if (packet.cmd === 'puback') acknowledged(packet.messageId);
    else if (packet.cmd === 'publish' && packet.topic === certificateTopic(serial))
      certificates?.onAnswer(Buffer.from(packet.payload));
    else if (packet.cmd === 'publish') command(packet.payload, packet.messageId);
  };

  const subscribed = ([commands, answers]: readonly unknown[]): void => {
    const isRefused = commands === SUBSCRIPTION_REFUSED;
    if (isRefused && answers !== SUBSCRIPTION_REFUSED && certificates !== undefined) {
      certificates.onOnlyRenewal();
      return;
    }
    if (isRefused) {
      lose('refused: subscription');
      return;
    }
    isReady = true;
    options.onReady();
    sendWaiting();
  };

  const acknowledged = (messageId: number | undefined): void => {
    if (messageId !== undefined && outbox.acknowledge(messageId)) sendWaiting();
  };

  /** Acknowledges a command before the run. The request id prevents a second run, not the wire. */
  const command = (payload: string | Buffer, messageId: number | undefined): void => {
    if (messageId !== undefined) send({ cmd: 'puback', messageId });
    options.onCommand(typeof payload === 'string' ? Buffer.from(payload) : payload);
  };

  const connect = (): void => {
    if (socket !== null) return;
    const opened = open(certificates?.network() ?? options.network, () => {
      send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: false,
        clientId: options.clientId ?? serial,
        keepalive: keepAliveSec,
        will: { topic: telemetryTopic(serial, 'status'), payload: options.will(), qos: 1, retain: false },
      });
    });
    socket = opened;
    const isCurrent = (): boolean => socket === opened;
    const loseThis = (reason: string): void => {
      if (isCurrent()) lose(reason);
    };
    stopTimer = clock.after(CONNECT_WITHIN_MS, () => loseThis('no answer to connect'));
    readPackets(opened, (packet) => isCurrent() && receive(packet), loseThis);
    opened.on('error', (error) => loseThis(describe(error)));
    opened.on('close', () => loseThis('closed'));
  };

  const disconnect = async (): Promise<void> => {
    const leaving = socket;
    if (leaving === null) return;
    if (isAccepted) send({ cmd: 'disconnect' });
    socket = null;
    const isClosed = new Promise<void>((resolve) => leaving.once('close', () => resolve()));
    const deadline = setTimeout(() => leaving.destroy(), CLOSE_WITHIN_MS);
    if (leaving.connecting) leaving.destroy();
    else leaving.end();
    forget();
    await isClosed;
    clearTimeout(deadline);
  };

  return {
    connect,
    isReady: () => isReady,
    publish(topic, payload, priority = 'ordinary') {
      const outcome = outbox.add(topic, payload, priority === 'urgent');
      sendWaiting();
      return outcome;
    },
    publishOnce: (topic, payload) => {
      if (isAccepted) send({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false });
    },
    disconnect,
    cut: () => lose('cut'),
    waiting: () => outbox.size(),
  };
}
