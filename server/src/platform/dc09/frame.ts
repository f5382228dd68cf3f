// Frames of SIA DC-09, the protocol by which alarm hubs report: LF, CRC, length, span, CR. Text holds one byte per
// character (latin1).

/** `hub`: the hub reports. `other`: a kind that is not supported. Answers of receivers are never frames of a hub. */
export interface Frame {
  readonly id: string;
  readonly isEncrypted: boolean;
  readonly seq: string;
  /** With its letter, such as `RF3`. Empty: absent. */
  readonly receiver: string;
  /** With its letter, such as `L77`. Empty: absent, which the standard does not allow and some hubs do. */
  readonly line: string;
  /** As the hub writes it. The account before the brackets identifies the sender. */
  readonly account: string;
  /** From the first bracket to the end. */
  readonly body: string;
  /** Some hubs write a wrong length with a right checksum. */
  readonly isLengthRight: boolean;
}

export type FrameProblem = 'wrong_checksum' | 'malformed';

export type ReadFrame = { readonly frame: Frame } | { readonly problem: FrameProblem };

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
/** The checksum as text. */
const TEXT_HEAD = 8;
/** The checksum as two raw bytes, as hubs of Lupusec write it. */
const RAW_HEAD = 6;

const SPAN =
  /^"(?<star>\*?)(?<id>[A-Z0-9-]{1,10})"(?<seq>\d{4})(?<receiver>(?:R[0-9A-F]{1,6})?)(?<line>(?:L[0-9A-F]{1,6})?)#(?<account>[0-9A-F]{3,16})(?<body>\[.*)$/is;

/** Reads the bytes between LF and CR, without both. */
export function readFrame(bytes: Buffer): ReadFrame {
  const headLength = [TEXT_HEAD, RAW_HEAD].find((length) => bytes[length] === QUOTE);
  if (headLength === undefined) return { problem: 'malformed' };
  const span = bytes.subarray(headLength);
  const head = bytes.toString('latin1', 0, headLength);
  const checksum = headLength === TEXT_HEAD ? parseHex(head.slice(0, 4)) : bytes.readUInt16BE(0);
  if (checksum !== checksumOf(span)) return { problem: 'wrong_checksum' };
  const fields = SPAN.exec(span.toString('latin1'))?.groups;
  if (fields === undefined) return { problem: 'malformed' };
  const { star, id = '', seq = '', receiver = '', line = '', account = '', body = '' } = fields;
  const isLengthRight = parseHex(head.slice(-4)) === span.length;
  return {
    frame: { id: id.toUpperCase(), isEncrypted: star === '*', seq, receiver, line, account, body, isLengthRight },
  };
}

/** Returns the whole frame around a span. */
export function writeFrame(span: string): Buffer {
  const bytes = Buffer.from(span, 'latin1');
  const head = hex4(checksumOf(bytes)) + hex4(bytes.length);
  return Buffer.concat([Buffer.of(LF), Buffer.from(head, 'latin1'), bytes, Buffer.of(CR)]);
}

/** CRC-16 with the reflected polynomial A001 and start value 0. */
export function checksumOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}

const parseHex = (text: string): number => (/^[0-9A-F]{4}$/i.test(text) ? Number.parseInt(text, 16) : -1);

const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
