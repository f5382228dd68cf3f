import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { factoryRecord } from './flash.ts';
import type { Flash, FlashRecord, SlotNumber } from './flash.ts';

const CAPACITY_BYTES = 16 * 1024 * 1024;

/** The flash of a device in files beside its identity, so that it outlives the process. */
export function openFlashFolder(folder: string, serial: string): Flash {
  const recordPath = join(folder, `${serial}.slots.json`);
  const imagePath = (slot: SlotNumber): string => join(folder, `${serial}.slot-${slot}.bin`);
  return {
    capacityBytes: CAPACITY_BYTES,
    readRecord: () =>
      existsSync(recordPath) ? (JSON.parse(readFileSync(recordPath, 'utf8')) as FlashRecord) : factoryRecord,
    writeRecord(record) {
      writeFileSync(`${recordPath}.next`, JSON.stringify(record));
      renameSync(`${recordPath}.next`, recordPath);
    },
    writtenBytes: (slot) => statSync(imagePath(slot), { throwIfNoEntry: false })?.size ?? 0,
    append: (slot, bytes) => appendFileSync(imagePath(slot), bytes),
    erase: (slot) => rmSync(imagePath(slot), { force: true }),
    readImage: (slot) => (existsSync(imagePath(slot)) ? readFileSync(imagePath(slot)) : Buffer.alloc(0)),
  };
}
