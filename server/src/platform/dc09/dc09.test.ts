import { randomOf } from '@trace/equipment/fuzz/random';
import { expect, test } from 'vitest';
import { acknowledge, refuseContent, refuseWithTime } from './answers.ts';
import { encrypt, keyBytes, notationsOf } from './cipher.ts';
import { readContent } from './content.ts';
import { readEvents, type HubEvent } from './events.ts';
import { createFrameReader } from './frame-reader.ts';
import { checksumOf, readFrame, writeFrame, type Frame, type ReadFrame } from './frame.ts';
import { readTime, writeTime } from './time.ts';

// The published frames, without LF and CR. Sources: the tests of three receivers that work with real hubs.
const PLAIN = 'F4D20029"SIA-DCS"0001RF3L77#1234[#1234|NRR|Atest]';
const EMPTY = '96ED0016"SIA-DCS"0001L0#1234[]';
const ENCRYPTED_NULL = '76D80055"*NULL"0000R0L0#AAAB[B4BC8B40D0E6D959D6BEA78E88CC0B2155741A3C44FBB96D476A3E557CAD64D9';
const NAK = 'E4410025"NAK"0000R0L0A0[]_16:20:01,09-24-2025';
const WITH_PLACE =
  '5B090059"SIA-DCS"0004L0#1111[#1111|Nri1/PA501][X006E07.7777777][Y49N06.6666666]_20:45:46,04-22-2021';
const NO_INNER_ACCOUNT = 'E5D50078"SIA-DCS"6002L0#AAA[|Nri1/CL501]_14:12:04,09-25-2019';
const CONTACT_ID = '57150047"ADM-CID"0247R4F39L4F39#4F39[#4F39|3401 01 057]';
const ENCRYPTED_PANIC =
  'E18C00B8"*SIA-DCS"0042R1L0#A1B2[CA18D7CFD30315F58A928C66ABEC0182C8C753C5CC9A7C9B46326CBA5A0ED72582950508958471721C62C0BBB0CA4D9683CCA6590C1254BEACA06818A120203662D17250D606C422859582BDD73A2479';
const VECTORS = [PLAIN, EMPTY, ENCRYPTED_NULL, WITH_PLACE, NO_INNER_ACCOUNT, CONTACT_ID, ENCRYPTED_PANIC];

const read = (text: string): ReadFrame => readFrame(Buffer.from(text, 'latin1'));
const textOf = (bytes: Buffer): string => bytes.toString('latin1').replace(/^\n|\r$/g, '');
const onWire = (text: string): Buffer => Buffer.from(`\n${text}\r`, 'latin1');
const event = (code: string, rest: Partial<HubEvent> = {}): HubEvent => ({
  ...{ code, qualifier: null, area: null, number: null, text: null },
  ...rest,
});

function frameOf(text: string): Frame {
  const found = read(text);
  if (!('frame' in found)) throw new Error(found.problem);
  return found.frame;
}

const contentOf = (frame: Frame, key: Buffer | null = null) => readContent(frame, key)!;

test('reads a plain frame and acknowledges it with its own numbers [PANIC-05]', () => {
  const frame = frameOf(PLAIN);
  expect(frame).toMatchObject({ id: 'SIA-DCS', isEncrypted: false, seq: '0001', account: '1234', isLengthRight: true });
  expect(readEvents(frame.id, contentOf(frame).data)).toEqual([event('RR', { text: 'test' })]);
  expect(textOf(acknowledge(frame, null, new Date()))).toBe('61DB0016"ACK"0001RF3L77#1234[]');
});

test('reads empty data as no event [PANIC-05]', () => {
  const { data, sentAt } = contentOf(frameOf(EMPTY));
  expect([data, sentAt, readEvents('SIA-DCS', data)]).toEqual(['', null, []]);
});

test('reads an encrypted NULL whose pad ends at the bracket, and answers encrypted [PANIC-05]', () => {
  const key = Buffer.alloc(16, 'A');
  const frame = frameOf(ENCRYPTED_NULL);
  expect(contentOf(frame, key)).toMatchObject({ data: '', sentAt: new Date('2020-07-05T18:24:52Z') });
  const now = new Date('2020-07-05T18:24:53Z');
  const answer = frameOf(textOf(acknowledge({ ...frame, line: '' }, key, now)));
  expect(answer).toMatchObject({
    id: 'ACK',
    isEncrypted: true,
    seq: '0000',
    receiver: 'R0',
    line: 'L0',
    account: 'AAAB',
  });
  expect(contentOf(answer, key)).toMatchObject({ data: '', sentAt: now });
});

test('writes the refusal with the right time as published [PANIC-05]', () => {
  expect(textOf(refuseWithTime(new Date('2025-09-24T16:20:01Z')))).toBe(NAK);
});

test('accepts a wrong length with a right checksum, and reads the position of a panic [PANIC-05]', () => {
  const frame = frameOf(WITH_PLACE);
  expect(frame.isLengthRight).toBe(false);
  const { data, place, sentAt } = contentOf(frame);
  expect(place!.lat).toBeCloseTo(49.111111, 6);
  expect(place!.lng).toBeCloseTo(6.12963, 6);
  expect(sentAt).toEqual(new Date('2021-04-22T20:45:46Z'));
  expect(readEvents(frame.id, data)).toEqual([event('PA', { area: '1', number: '501' })]);
  expect(textOf(acknowledge(frame, null, new Date()))).toBe('B2840012"ACK"0004L0#1111[]');
});

test('reads data without an account of its own [PANIC-05]', () => {
  const frame = frameOf(NO_INNER_ACCOUNT);
  expect(readEvents(frame.id, contentOf(frame).data)).toEqual([event('CL', { area: '1', number: '501' })]);
  expect(textOf(acknowledge(frame, null, new Date()))).toBe('9F330011"ACK"6002L0#AAA[]');
});

test('reads Contact ID, in the older form too [PANIC-05]', () => {
  const frame = frameOf(CONTACT_ID);
  const closing = event('401', { qualifier: '3', area: '01', number: '057' });
  expect(readEvents(frame.id, contentOf(frame).data)).toEqual([closing]);
  expect(readEvents('ADM-CID', '#4F39|18 3401 01 057')).toEqual([closing]);
  expect(textOf(acknowledge(frame, null, new Date()))).toBe('2081001A"ACK"0247R4F39L4F39#4F39[]');
});

test.each(['#4F39|1120', '#4F39|1120 1 7', '#4F39|18 1120 01'])(
  'reads the code of the Contact ID %s, whose area or number is missing or too short [PANIC-05]',
  (data) => {
    expect(readEvents('ADM-CID', data)).toEqual([event('120', { qualifier: '1' })]);
  },
);

test('reads codes without a slash, with text, after a time, and several in one frame [PANIC-05]', () => {
  expect(readEvents('SIA-DCS', '#123456|Nri1CL0^VX FRONTE ^')).toEqual([
    event('CL', { area: '1', number: '0', text: 'VX FRONTE' }),
  ]);
  expect(readEvents('SIA-DCS', 'Nti10:22:33/id7/ri2/BA3/PA501')).toEqual([
    event('BA', { area: '2', number: '3' }),
    event('PA', { area: '2', number: '501' }),
  ]);
  expect(readEvents('ADM-CID', '#12345A|1110 00 129')).toEqual([
    event('110', { qualifier: '1', area: '00', number: '129' }),
  ]);
});

test.each([
  ['a published frame', '9618004D"SIA-DCS"7960L0#123456[#123456|Nri1CL0^VX FRONTE ^]_22:40:48,04-11-2021'],
  ['another', '87CD0037"ADM-CID"9876R579BDFL789ABC#12345A[#12345A|1110 00 129]_14:12:04,09-25-2011'],
])('refuses %s with a wrong checksum [PANIC-05]', (_, text) => {
  expect(read(text)).toEqual({ problem: 'wrong_checksum' });
});

test('decrypts a panic with its position, and nothing with another key [PANIC-05]', () => {
  const frame = frameOf(ENCRYPTED_PANIC);
  const { data, place, sentAt } = contentOf(frame, keyBytes('0123456789ABCDEF', 'text'));
  expect(place).toEqual({ lat: -33.86, lng: 151.2093 });
  expect(sentAt).toEqual(new Date('2026-01-02T03:04:05Z'));
  expect(readEvents(frame.id, data)).toEqual([event('PA', { area: '1', number: '501' })]);
  expect(readContent(frame, Buffer.alloc(16, 'B'))).toBeNull();
});

test('reads a checksum of two raw bytes, even when they look like the ends of a frame [PANIC-05]', () => {
  const reader = createFrameReader();
  const spans = Array.from({ length: 65_536 }, (_, number) => `"SIA-DCS"0001L0#1234[|Nri1/PA${number}]`);
  const odd = spans.filter((span) => [0x0a, 0x0d].includes(checksumOf(Buffer.from(span)) >> 8)).slice(0, 40);
  expect(odd.length).toBeGreaterThan(20);
  for (const span of odd) {
    const frame = writeFrame(span);
    const raw = Buffer.alloc(2);
    raw.writeUInt16BE(checksumOf(Buffer.from(span)));
    const read = reader.push(Buffer.concat([Buffer.of(0x0a), raw, frame.subarray(5)]));
    expect(read).toMatchObject([{ frame: { account: '1234' } }]);
  }
});

test('never uses the field that asks for a key [PANIC-05]', () => {
  expect(JSON.stringify(readContent({ body: '[|NRP0][KSECRET][Isiren]' }, null))).not.toContain('SECRET');
});

test('knows in which notations a key has a length of AES [PANIC-05]', () => {
  expect(notationsOf('0123456789ABCDEF')).toEqual(['text']);
  expect(notationsOf('0123456789ABCDEF0123456789ABCDEF')).toEqual(['hex', 'text']);
  expect(notationsOf('AA'.repeat(24))).toEqual(['hex']);
  for (const wrong of ['', 'short', 'ä'.repeat(16), 'has a space 1234']) expect(notationsOf(wrong)).toEqual([]);
});

test('refuses times that do not exist [PANIC-05]', () => {
  for (const text of ['24:00:00,01-01-2026', '10:00:00,02-30-2026', '10:00:00,13-01-2026', '', 'x'])
    expect(readTime(text)).toBeNull();
  expect(writeTime(readTime('23:59:59,12-31-2026')!)).toBe('23:59:59,12-31-2026');
});

test('reads an alarm whose time does not exist, with and without a key [PANIC-05]', () => {
  const key = Buffer.alloc(16, 'A');
  const text = '|Nri1/PA501]_00:00:00,00-00-0000';
  const known = { data: 'Nri1/PA501', sentAt: null, isTimeImpossible: true };
  expect(readContent({ body: `[${text.slice(1)}` }, null)).toMatchObject(known);
  expect(readContent({ body: `[${encrypt(text, key)}` }, key)).toMatchObject(known);
  expect(readContent({ body: '[Nri1/PA501]_no time' }, null)).toBeNull();
});

test('reads a stream of frames that is split at every byte or merged [PANIC-05]', () => {
  const stream = Buffer.concat([Buffer.from('noise\r'), ...VECTORS.map(onWire), Buffer.from('\n\r')]);
  const whole = createFrameReader().push(stream);
  expect(whole.filter((each) => 'frame' in each)).toHaveLength(VECTORS.length);
  for (let cut = 1; cut < stream.length; cut += 1) {
    const reader = createFrameReader();
    expect([...reader.push(stream.subarray(0, cut)), ...reader.push(stream.subarray(cut))]).toEqual(whole);
  }
});

test('drops a frame that never ends, and reads the next one [PANIC-05]', () => {
  const reader = createFrameReader();
  expect(reader.push(Buffer.concat([Buffer.of(0x0a), Buffer.alloc(100_000, 'x')]))).toEqual([{ problem: 'malformed' }]);
  expect(reader.push(onWire(PLAIN))).toMatchObject([{ frame: { account: '1234' } }]);
});

test.each([1, 2, 3])('survives damaged frames, and takes none with a wrong checksum, seed %i [PANIC-05]', (seed) => {
  const random = randomOf(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let round = 0; round < 2_000; round += 1) {
    const bytes = onWire(VECTORS[below(VECTORS.length)]!);
    for (let change = below(4); change >= 0; change -= 1) bytes[below(bytes.length)] = below(256);
    for (const each of createFrameReader().push(bytes)) {
      if (!('frame' in each)) continue;
      const text = bytes.toString('latin1');
      expect(text).toContain(each.frame.body);
      for (const key of [null, Buffer.alloc(16, 'A')]) {
        const content = readContent(each.frame, key);
        if (content !== null) readEvents(each.frame.id, content.data);
      }
      refuseContent(each.frame);
    }
  }
});

test('reads content with thousands of blanks in the time of its length [PANIC-05]', () => {
  const startedAt = process.cpuUsage();
  for (let round = 0; round < 100; round += 1)
    expect(readContent({ body: `[[]_${' '.repeat(4_000)}_` }, null)).toBeNull();
  expect(process.cpuUsage(startedAt).user).toBeLessThan(300_000);
});

test.each([4, 5])('survives random content, seed %i [PANIC-05]', (seed) => {
  const random = randomOf(seed);
  const alphabet = '|[]#_^/NriPA015 \0\n"*,:-ü';
  for (let round = 0; round < 5_000; round += 1) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 60) },
      () => alphabet[Math.floor(random() * alphabet.length)],
    ).join('');
    const content = readContent({ body: `[${text}` }, null);
    for (const id of ['SIA-DCS', 'ADM-CID', 'NULL']) readEvents(id, content?.data ?? text);
    const sealed = encrypt(`|${text}]_${writeTime(new Date(0))}`, Buffer.alloc(16, round % 256));
    expect(readContent({ body: `[${sealed}` }, Buffer.from('another key, 16B'))).toBeNull();
  }
});
