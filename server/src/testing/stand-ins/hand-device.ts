import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import {
  commandTopic,
  replyTopic,
  telemetryTopic,
  type DeviceMessageKind,
} from '@trace/contract/device-protocol/topics';
import type { ReplyResult } from '@trace/contract/device-protocol/messages';
import { rawDevice } from '#platform/devices/testing/raw-device';
import { eventually } from '#testing/eventually';
import type { Portal } from '#testing/portal';
import { newSerial } from '#testing/trackers';

/** A device that sends only the messages of the test, valid or invalid. */
export interface HandDevice {
  readonly serial: string;
  /** Publishes and waits for the PUBACK. Omitted boot, sequence number and time are filled in. */
  say(kind: DeviceMessageKind, fields: object): Promise<void>;
  /** Publishes several messages in a single write. */
  sayAtOnce(kind: DeviceMessageKind, all: readonly object[]): Promise<void>;
  /** Begins to listen for commands. */
  listen(): Promise<void>;
  /** The commands that came, in order. */
  commands(): CommandMessage[];
  /** Says by a PUBACK that the nth command has arrived. */
  acknowledge(nth: number): void;
  answer(command: CommandMessage, result: ReplyResult): Promise<void>;
  /** Cuts the connection: the last will speaks. */
  cut(): void;
  isClosed(): boolean;
}

export interface HandDeviceOptions {
  serial?: string;
  boot?: number;
}

export async function connectByHand(
  portal: Portal,
  { serial = newSerial(), boot = 1 }: HandDeviceOptions = {},
): Promise<HandDevice> {
  const device = await rawDevice({ port: portal.mqttPort });
  const now = (): number => portal.clock.now().getTime();
  const will = JSON.stringify({ v: 1, boot, ts: now(), status: 'offline' });
  const code = await device.connect({
    clientId: serial,
    // The longest that the protocol knows, so that silence is the test's own.
    keepalive: 300,
    will: { topic: telemetryTopic(serial, 'status'), payload: Buffer.from(will), qos: 1, retain: false },
  });
  if (code !== 0) throw new Error(`${serial} was refused with ${code}`);
  let seq = 0;
  let lastPacketId = 0;

  const publish = (kind: DeviceMessageKind, fields: object): number => {
    const packetId = (lastPacketId += 1);
    const topic = kind === 'reply' ? replyTopic(serial) : telemetryTopic(serial, kind);
    device.publish(topic, JSON.stringify({ v: 1, boot, seq: (seq += 1), ts: now(), ...fields }), { packetId });
    return packetId;
  };

  const settled = (packetIds: readonly number[]): Promise<unknown> =>
    eventually(
      () => device.acknowledged(),
      (known) => packetIds.every((id) => known.includes(id)),
    );

  const published = () => device.heard.filter((packet) => packet.cmd === 'publish');

  return {
    serial,
    say: async (kind, fields) => void (await settled([publish(kind, fields)])),
    async sayAtOnce(kind, all) {
      device.socket.cork();
      const packetIds = all.map((fields) => publish(kind, fields));
      device.socket.uncork();
      await settled(packetIds);
    },
    async listen() {
      device.send({ cmd: 'subscribe', messageId: 60_000, subscriptions: [{ topic: commandTopic(serial), qos: 1 }] });
      await eventually(() => device.heard.some((packet) => packet.cmd === 'suback'), Boolean);
    },
    commands: () => published().map((packet) => JSON.parse(packet.payload.toString()) as CommandMessage),
    acknowledge: (nth) => device.send({ cmd: 'puback', messageId: published()[nth]!.messageId! }),
    async answer(command, result) {
      await settled([publish('reply', { requestId: command.requestId, command: command.command, result })]);
    },
    cut: () => device.close(),
    isClosed: () => device.isClosed(),
  };
}
