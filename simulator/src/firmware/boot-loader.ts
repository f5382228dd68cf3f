import { createHash } from 'node:crypto';
import { otherSlot, withSlot } from './flash.ts';
import type { Flash, FlashRecord, SlotNumber } from './flash.ts';

/**
 * Chooses the slot to start, as the boot loader of ESP-IDF does. A new image gets a single start. Without a
 * confirmation before the next start, the other slot runs again.
 */
export function boot(flash: Flash): SlotNumber {
  const record = flash.readRecord();
  const { bootSlot } = record;
  const slot = record.slots[bootSlot];
  if (slot.state === 'valid') return bootSlot;
  if (slot.state === 'new' && isIntact(flash, record, bootSlot)) {
    flash.writeRecord(withSlot(record, bootSlot, { ...slot, state: 'pending_verify' }));
    return bootSlot;
  }
  const previous = otherSlot(bootSlot);
  flash.writeRecord({ ...withSlot(record, bootSlot, { ...slot, state: 'aborted' }), bootSlot: previous });
  return previous;
}

/** Reads the image back from the flash, because a write can fail without an error. */
export function isIntact(flash: Flash, record: FlashRecord, number: SlotNumber): boolean {
  const { image } = record.slots[number];
  return image !== null && sha256Of(flash.readImage(number)) === image.sha256;
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const DESCRIPTION_AT = 32;
const DESCRIPTION_MAGIC = 0xabcd5432;
const PROJECT_NAME = { from: 80, to: 112 };

/** The project name of an image that hangs in the simulator before it connects. */
export const BROKEN_PROJECT = 'broken';

/** Whether the program in an image starts at all. */
export function comesUp(image: Buffer): boolean {
  if (image.length < PROJECT_NAME.to || image.readUInt32LE(DESCRIPTION_AT) !== DESCRIPTION_MAGIC) return true;
  const [name] = image.toString('latin1', PROJECT_NAME.from, PROJECT_NAME.to).split('\0');
  return name !== BROKEN_PROJECT;
}
