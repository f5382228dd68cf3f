import { enveloped, panicEvent, type Envelope } from '@trace/stand-ins/hub-queue/stand-in.events';
import { expect, test } from 'vitest';
import { readEvent } from './hub-queue.shapes.ts';

const at = Date.parse('2026-03-02T00:00:00Z');
const event = panicEvent('0a1b2c3d', { eventId: 'e-1', sourceObjectName: 'Key fob\u202e\nMia', timestamp: at });

test.each<Envelope>(['event', 'sns', 'bare'])('reads an event in the envelope %s [PANIC-02]', (envelope) => {
  expect(readEvent(enveloped(event, envelope))).toEqual({
    eventId: 'e-1',
    hubId: '0A1B2C3D',
    hubName: 'Hub 0a1b',
    type: 'ALARM',
    code: 'M_0C_20',
    tag: 'PanicButtonPressed',
    transition: 'TRIGGERED',
    sourceName: 'Key fob Mia',
    happenedAt: new Date(at),
  });
});

test('reads a bare event within an SNS envelope [PANIC-02]', () => {
  expect(readEvent(JSON.stringify({ Message: JSON.stringify(event) }))).toMatchObject({ eventId: 'e-1' });
});

test.each([
  ['seconds', at / 1_000, at],
  ['an ISO text', '2026-03-02T00:00:00Z', at],
  ['ms as a text', String(at), at],
  ['no time', null, undefined],
  ['an impossible time', 9e18, undefined],
  ['words', 'yesterday', undefined],
])('reads a timestamp in %s [PANIC-02]', (_what, timestamp, ms) => {
  expect(readEvent(JSON.stringify({ ...event, timestamp }))).toMatchObject({
    happenedAt: ms === undefined ? null : new Date(ms),
  });
});

test('keeps an event whose fields are missing or of another type [PANIC-02]', () => {
  const strange = { eventTypeV2: 'alarm', hubId: 7, eventCode: {}, eventId: 'x'.repeat(500), transition: ['a'] };
  expect(readEvent(JSON.stringify(strange))).toEqual({
    ...{ eventId: null, hubId: '7', hubName: null, type: 'ALARM', code: null, tag: null, transition: null },
    ...{ sourceName: null, happenedAt: null },
  });
});

test.each([
  ['', 'not_json'],
  ['<html>', 'not_json'],
  ['null', 'no_event'],
  ['[]', 'no_event'],
  ['{}', 'no_event'],
  ['{"event":"pressed"}', 'no_event'],
  ['{"Message":"pressed"}', 'no_event'],
  ['{"event":{"event":{"event":{"event":{"eventId":"1"}}}}}', 'no_event'],
])('finds no event in %s [PANIC-02]', (body, reason) => {
  expect(readEvent(body)).toBe(reason);
});
