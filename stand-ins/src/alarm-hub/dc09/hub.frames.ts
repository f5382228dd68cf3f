// Frames as an alarm hub writes them (SIA DC-09), made without the code of the portal, so that a mistake there shows.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Faults that a test puts into a frame. */
export interface FrameFaults {
  readonly isChecksumWrong?: boolean;
  readonly isLengthWrong?: boolean;
  /** Replaces the time of the hub in the frame. */
  readonly time?: string;
}

export interface HubFrame {
  /** `SIA-DCS`, `ADM-CID` or `NULL`. */
  readonly id: string;
  readonly seq: number;
  readonly account: string;
  /** Null: without encryption. */
  readonly key: Buffer | null;
  /** Between the brackets, such as `#1234|Nri1/PA501`. Empty in a NULL. */
  readonly data: string;
  /** Extended fields with their brackets. */
  readonly fields?: string;
  readonly sentAt: Date;
}

export interface HubAnswer {
  readonly id: string;
  readonly isEncrypted: boolean;
  readonly seq: string;
  readonly account: string;
  /** The time of the monitoring station, null when the answer has none. */
  readonly time: Date | null;
}

const BLOCK = 16;
const NO_IV = Buffer.alloc(BLOCK);

export function hubFrame(frame: HubFrame, faults: FrameFaults = {}): Buffer {
  const { id, seq, account, key, data, fields = '', sentAt } = frame;
  const rest = `]${fields}_${faults.time ?? timeText(sentAt)}`;
  const head = `${id}"${String(seq).padStart(4, '0')}L0#${account}[`;
  // A supervision frame of a real hub has no separator before the bracket.
  const span =
    key === null ? `"${head}${data}${rest}` : `"*${head}${seal(data === '' ? rest : `|${data}${rest}`, key)}`;
  const length = Buffer.byteLength(span, 'latin1') + (faults.isLengthWrong ? 7 : 0);
  const checksum = crc(Buffer.from(span, 'latin1')) ^ (faults.isChecksumWrong ? 1 : 0);
  return Buffer.from(`\n${hex4(checksum)}${hex4(length)}${span}\r`, 'latin1');
}

/** Reads an answer. Throws when its checksum or length is wrong, as a strict hub would drop it. */
export function readAnswer(bytes: Buffer, key: Buffer | null): HubAnswer {
  const text = bytes.toString('latin1');
  const parts = /^\n([0-9A-F]{4})([0-9A-F]{4})("(\*?)(\w+)"(\d{4})(?:R\w+)?L\w+?(?:#(\w+)|A0)\[(.*))\r$/s.exec(text);
  if (parts === null) throw new Error(`not an answer: ${JSON.stringify(text)}`);
  const [, checksum, length, span = '', star, id = '', seq = '', account = '', body = ''] = parts;
  if (Number.parseInt(checksum!, 16) !== crc(Buffer.from(span, 'latin1'))) throw new Error('wrong checksum');
  if (Number.parseInt(length!, 16) !== span.length) throw new Error('wrong length');
  const isEncrypted = star === '*';
  const content = isEncrypted ? open(body, key!) : body;
  const [, time = ''] = /_(.{19})$/.exec(content) ?? [];
  return { id, isEncrypted, seq, account, time: time === '' ? null : readTimeText(time) };
}

function seal(content: string, key: Buffer): string {
  // The pad stands in front, and may not hold the characters that end it.
  const missing = BLOCK - (content.length % BLOCK);
  const pad = Array.from(randomBytes(missing), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, NO_IV).setAutoPadding(false);
  return Buffer.concat([cipher.update(pad + content, 'latin1'), cipher.final()])
    .toString('hex')
    .toUpperCase();
}

function open(body: string, key: Buffer): string {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, NO_IV).setAutoPadding(false);
  return Buffer.concat([decipher.update(body, 'hex'), decipher.final()]).toString('latin1');
}

function timeText(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${clock},${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}-${at.getUTCFullYear()}`;
}

function readTimeText(text: string): Date {
  const [hours, minutes, seconds, month, day, year] = text.split(/[:,-]/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
}

/** CRC-16/ARC by table. */
const table = Array.from({ length: 256 }, (_, index) =>
  Array.from({ length: 8 }).reduce<number>((value) => (value % 2 === 1 ? (value >>> 1) ^ 0xa001 : value >>> 1), index),
);

const crc = (bytes: Buffer): number => bytes.reduce((value, byte) => (value >>> 8) ^ table[(value ^ byte) & 255]!, 0);

const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
