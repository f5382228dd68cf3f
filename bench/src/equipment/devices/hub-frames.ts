// Frames of alarm hubs (SIA DC-09): right frames, and damaged frames that a receiver must refuse.
import { below, pick, type Next } from '@trace/equipment/fuzz/random';

const LF = 0x0a;
/** More than a receiver keeps of a frame. */
const TOO_LONG = 5_000;

/** @param data between the brackets, such as `#CA01|Nri1/PA501`; empty for a report that the hub works */
export function hubFrame(account: string, seq: number, data: string, at = new Date()): Buffer {
  const id = data === '' ? 'NULL' : 'SIA-DCS';
  return framed(`"${id}"${String(seq).padStart(4, '0')}L0#${account}[${data}]_${timeText(at)}`);
}

/** A frame with this content and a right checksum. */
function framed(span: string, length = span.length): Buffer {
  const bytes = Buffer.from(span, 'latin1');
  return Buffer.from(`\n${hex4(checksumOf(bytes))}${hex4(length)}${span}\r`, 'latin1');
}

/** A frame of this account with one hostile place. The checksum is right only where the content is hostile. */
export function damagedFrame(next: Next, account: string): Buffer {
  const whole = hubFrame(account, 1 + below(next, 9_999), `#${account}|Nri1/PA${below(next, 999)}`);
  return pick(next, [
    () => withOtherByte(next, whole),
    () => Buffer.from(whole.toString('latin1').replace(/^\n..../, '\n0000'), 'latin1'),
    () => Buffer.concat([Buffer.of(LF), Buffer.alloc(TOO_LONG, '"'), whole.subarray(1)]),
    () => Buffer.concat([Buffer.alloc(below(next, 400), LF), whole.subarray(0, below(next, whole.length))]),
    () => whole.subarray(0, below(next, whole.length - 1)),
    () => Buffer.from(Array.from({ length: below(next, 900) }, () => below(next, 256))),
    () => framed(`"SIA-DCS"0001L0#${'F'.repeat(4_000)}[]`),
    () => framed(`"${'X'.repeat(2_000)}"0001L0#${account}[]`),
    () => framed(`"*SIA-DCS"0001L0#${account}[${'0'.repeat(3_000)}`, 0xffff),
    () => framed(`"SIA-DCS"0001L0#${account}${'['.repeat(2_000)}`, 0xffff),
    () => framed(`"ADM-CID"9999R${'0'.repeat(40)}L0#${account}[]`),
    () => framed(`"ACK"0001L0#${account}[]`),
  ])();
}

/** Changes a byte of the content, so that the checksum is wrong. */
function withOtherByte(next: Next, whole: Buffer): Buffer {
  const bytes = Buffer.from(whole);
  const at = whole.indexOf('"') + below(next, whole.length - whole.indexOf('"') - 1);
  bytes[at] = (bytes[at] ?? 0) ^ (1 + below(next, 255));
  return bytes;
}

function timeText(at: Date): string {
  const [date = '', time = ''] = at.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${time.slice(0, 8)},${month}-${day}-${year}`;
}

function checksumOf(bytes: Buffer): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value % 2 === 1 ? (value >>> 1) ^ 0xa001 : value >>> 1;
  }
  return value;
}

const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
