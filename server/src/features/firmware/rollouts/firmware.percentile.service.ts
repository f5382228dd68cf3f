import { createHash } from 'node:crypto';

/** A stable number from 0 to 99 of a device in a rollout. The same as firmware_percentile() in the database. */
export function percentileOf(rolloutId: string, serial: string): number {
  const digest = createHash('md5').update(rolloutId.toLowerCase()).update(serial).digest();
  return digest.readUInt32BE(0) % 100;
}
