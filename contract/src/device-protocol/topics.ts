import { serialSchema } from '../kernel/serial.schema.ts';

/** Device messages, one topic each: `dt/trace/<serial>/<kind>`. `event` has its own lane, never behind telemetry. */
export const telemetryKinds = ['location', 'heartbeat', 'log', 'event', 'status', 'update', 'certificate'] as const;

export type TelemetryKind = (typeof telemetryKinds)[number];

/** All messages that a device may publish: telemetry and the reply to a command. */
export type DeviceMessageKind = TelemetryKind | 'reply';

export const telemetryTopic = (serial: string, kind: TelemetryKind): string => `dt/trace/${serial}/${kind}`;
export const commandTopic = (serial: string): string => `cmd/trace/${serial}/req`;
/** Answers to the certificate messages of the device. */
export const certificateTopic = (serial: string): string => `cmd/trace/${serial}/certificate`;
/** Why messages of the device were not stored. For the developers of its firmware. */
export const refusalTopic = (serial: string): string => `dbg/trace/${serial}/refused`;
export const replyTopic = (serial: string): string => `cmd/trace/${serial}/res`;

/** Returns the serial and kind in a publish topic, or null when a device may not publish to the topic. */
export function parsePublishTopic(topic: string): { serial: string; kind: DeviceMessageKind } | null {
  const [root, product, serial, leaf, ...rest] = topic.split('/');
  if (rest.length > 0 || product !== 'trace' || !serialSchema.safeParse(serial).success) return null;
  if (root === 'cmd' && leaf === 'res') return { serial: serial!, kind: 'reply' };
  if (root === 'dt' && telemetryKinds.includes(leaf as TelemetryKind))
    return { serial: serial!, kind: leaf as TelemetryKind };
  return null;
}
