// A rogue device in a process of its own, which stands for a machine of its own: the encryption of the flood must not
// delay the clock of the process that measures the good devices. Writes a line at the start, and floods until SIGTERM.
import { constants, setPriority } from 'node:os';
import { chunkOf, startRogue } from './rogue-device.ts';
import { openTlsDevice } from './tls-device.ts';

export interface RogueTask {
  readonly folder: string;
  readonly port: number;
  readonly serial: string;
  /** The packet that is repeated, in base64. */
  readonly packet: string;
}

const { folder, port, serial, packet } = JSON.parse(process.argv[2] ?? '') as RogueTask;
// The gateway and the good devices get the processor first.
setPriority(constants.priority.PRIORITY_LOW);
const chunk = chunkOf(Buffer.from(packet, 'base64'));
const rogue = startRogue(
  () => openTlsDevice(folder, port, serial),
  () => chunk,
);
process.stdout.write('started\n');
process.once('SIGTERM', () => void rogue.stop());
