// The way of a message from the broker into the lanes: its device, its limits, its presence.
import { parsePublishTopic, refusalTopic } from '@trace/contract/device-protocol/topics';
import type { DeviceMessageKind } from '@trace/contract/device-protocol/topics';
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';

import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import type { GatewayCounters } from '../counters.ts';
import type { MessageLimits } from '../flood/message-limits.ts';
import type { Offences } from '../identity/offences.ts';
import { decode } from '../ingest/decode.ts';
import type { Source } from '../ingest/entry.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { BrokerDevice, BrokerDevices } from './broker-devices.ts';
import type { Delivery } from './broker-acks.ts';
import type { BrokerMessage } from './broker-connection.ts';
import { BROKER_CONNECTION_ID } from './broker-presence.ts';
import type { BrokerPresence } from './broker-presence.ts';
import { presenceHint } from './broker-presence.rules.ts';

export interface BrokerIntakeOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Pick<GatewayCounters, 'count'>;
  readonly offences: Pick<Offences, 'note'>;
  readonly ingest: Pick<Ingest, 'take' | 'countEvent'>;
  readonly devices: BrokerDevices;
  readonly presence: Pick<BrokerPresence, 'arrive' | 'leave'>;
  readonly messageLimits: Pick<MessageLimits, 'spend' | 'strike'>;
  publish(topic: string, payload: string): void;
}

interface Arrived extends BrokerMessage {
  readonly kind: DeviceMessageKind;
  readonly receivedAt: Date;
  readonly delivery: Delivery;
}

export function createBrokerIntake(options: BrokerIntakeOptions) {
  const { clock, log, counters, offences, ingest, devices, presence, messageLimits } = options;

  const receive = (message: BrokerMessage, delivery: Delivery): void => {
    const topic = parsePublishTopic(message.topic);
    if (topic === null) return drop(message, delivery, 'misbehaved');
    const arrived = { ...message, kind: topic.kind, receivedAt: clock.now(), delivery };
    devices.withDevice(topic.serial, (device) => admit(device, arrived));
  };

  /** Acknowledged without being stored, because it would come again for ever. */
  const drop = ({ packetId }: BrokerMessage, delivery: Delivery, why: 'misbehaved' | 'refused' | 'struckOut'): void => {
    counters.count(why);
    if (delivery.settle(packetId)) delivery.sendAcks();
  };

  const admit = (device: BrokerDevice, message: Arrived): void => {
    if (device.refusal === null) return spend(device, message);
    offences.note(device.serial, `message over the broker refused: ${device.refusal}`);
    drop(message, message.delivery, 'refused');
  };

  const spend = (device: BrokerDevice, message: Arrived): void => {
    const spending = messageLimits.spend(device, message.kind, message.sizeBytes);
    if (spending === 'within') return pass(device, message);
    if (spending === 'count_only') return ingest.countEvent(sourceOf(device, message.delivery), message.packetId);
    if (device.held >= deviceProtocol.receiveWindow) return strike(device, message);
    device.held += 1;
    clock.after(spending.waitMs, () => {
      device.held -= 1;
      spend(device, message);
    });
  };

  /** The broker goes on delivering, and the messages of others must not wait behind these. */
  const strike = (device: BrokerDevice, message: Arrived): void => {
    if (messageLimits.strike(device.serial) !== 'noted') {
      offences.note(device.serial, 'messages over the broker dropped because the device sent beyond its limits');
      log.error(
        { serial: device.serial, alert: 'device_flood' },
        'Device keeps sending beyond its limits over the broker, messages dropped: limit it there, or revoke its certificate',
      );
    }
    drop(message, message.delivery, 'struckOut');
  };

  const pass = (device: BrokerDevice, message: Arrived): void => {
    const { kind, payload, packetId, receivedAt, delivery } = message;
    const source = sourceOf(device, delivery);
    const decoded = kind === 'status' ? decode('status', payload) : null;
    const status = decoded === null || decoded.broken !== undefined ? null : decoded.message;
    const hint = presenceHint(kind, status);
    if (hint === 'lost' && device.deviceId !== null) return presence.leave(device, status, { source, packetId });
    if (hint === 'here') presence.arrive(device);
    ingest.take(source, kind, payload, packetId, receivedAt);
    if (hint === 'goes') presence.leave(device, null, null);
  };

  const sourceOf = ({ serial, deviceId }: BrokerDevice, { settle, sendAcks }: Delivery): Source => ({
    serial,
    deviceId,
    connectionId: BROKER_CONNECTION_ID,
    publishRefusal: (kind, reason) => options.publish(refusalTopic(serial), JSON.stringify({ v: 1, kind, reason })),
    settle,
    sendAcks,
  });

  return { receive };
}
