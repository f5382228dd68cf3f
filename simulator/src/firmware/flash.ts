import type { CommandParameters } from '@trace/contract/device-protocol/commands';

/**
 * The states of ESP-IDF. `empty`: nothing complete in the slot. `new`: complete and checked, never started.
 * `pending_verify`: started once and not confirmed. `aborted`: did not come up.
 */
export type SlotState = 'empty' | 'new' | 'pending_verify' | 'valid' | 'aborted';

export type SlotNumber = 0 | 1;

export interface Slot {
  readonly state: SlotState;
  /** Null: the image from the factory, whose version the device knows from elsewhere. */
  readonly image: { readonly version: string; readonly sequence: number; readonly sha256: string } | null;
}

export type FirmwareOffer = CommandParameters<'updateFirmware'>;

/** The update that the device works on, so that it goes on after a power cut. */
export interface UpdateInFlash {
  readonly offer: FirmwareOffer;
  readonly slot: SlotNumber;
  readonly stage: 'downloading' | 'installing' | 'rebooting';
}

export interface FlashRecord {
  readonly slots: readonly [Slot, Slot];
  readonly bootSlot: SlotNumber;
  readonly update: UpdateInFlash | null;
  /** The newest update that this device confirmed. A repeat of its offer is not installed again. */
  readonly doneUpdateId: string | null;
}

/** The memory that outlives a power cut. A record is written whole or not at all, an image byte by byte. */
export interface Flash {
  readonly capacityBytes: number;
  readRecord(): FlashRecord;
  writeRecord(record: FlashRecord): void;
  writtenBytes(slot: SlotNumber): number;
  append(slot: SlotNumber, bytes: Uint8Array): void;
  erase(slot: SlotNumber): void;
  readImage(slot: SlotNumber): Buffer;
}

const NOTHING: Slot = { state: 'empty', image: null };

/** A device as it leaves the factory: its image is in slot 0. */
export const factoryRecord: FlashRecord = {
  slots: [{ state: 'valid', image: null }, NOTHING],
  bootSlot: 0,
  update: null,
  doneUpdateId: null,
};

export const otherSlot = (slot: SlotNumber): SlotNumber => (slot === 0 ? 1 : 0);

export function withSlot(record: FlashRecord, number: SlotNumber, slot: Slot): FlashRecord {
  const [first, second] = record.slots;
  return { ...record, slots: number === 0 ? [slot, second] : [first, slot] };
}

const USUAL_CAPACITY_BYTES = 16 * 1024 * 1024;

export function createMemoryFlash(capacityBytes = USUAL_CAPACITY_BYTES): Flash {
  let record = factoryRecord;
  const images: [Uint8Array[], Uint8Array[]] = [[], []];
  return {
    capacityBytes,
    readRecord: () => record,
    writeRecord(next) {
      record = next;
    },
    writtenBytes: (slot) => images[slot].reduce((sum, bytes) => sum + bytes.length, 0),
    append(slot, bytes) {
      images[slot].push(bytes);
    },
    erase(slot) {
      images[slot] = [];
    },
    readImage: (slot) => Buffer.concat(images[slot]),
  };
}
