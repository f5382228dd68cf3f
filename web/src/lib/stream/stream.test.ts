import { z } from 'zod';
import { STREAM_BEAT_MS, streamEvent } from '@trace/contract/kernel/stream';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeStream } from '#testing/fake-server/fake-server-stream.ts';
import { createStream, retryPauseMs } from './stream.ts';

const newsEvent = streamEvent({ name: 'news', delivery: 'durable', data: z.strictObject({ text: z.string() }) });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page's stream before a server's end, with the longest of each random pause. */
async function opened(beginsAt: string | null = null) {
  const server = fakeStream();
  const network = new EventTarget();
  const notified: string[] = [];
  const stream = createStream({
    openSource: (address) => new server.EventSource(address),
    beginsAt: () => beginsAt,
    onMissed: () => notified.push('missed'),
    onClosed: () => notified.push('closed'),
    network,
    random: () => 1,
  });
  const heard: string[] = [];
  stream.onEvent(newsEvent, ({ text }) => heard.push(text));
  onTestFinished(stream.start());
  await vi.advanceTimersByTimeAsync(1);
  return { server, network, stream, notified, heard };
}

test('a stream is open from its first event and delivers events to listeners', async () => {
  const { server, stream, heard } = await opened();
  expect(stream.readState()).toMatchObject({ phase: 'open', isCut: false });
  server.push(newsEvent, { text: 'first' }, '7');
  expect(heard).toEqual(['first']);
});

test("the first stream begins at the page's first answer, and the next stream after the last event", async () => {
  const { server } = await opened('5.0');
  server.push(newsEvent, { text: 'first' }, '7.2');
  server.drop();
  await vi.advanceTimersByTimeAsync(1_001);
  expect(server.opened()).toEqual(['/api/stream?after=5.0', '/api/stream?after=7.2']);
});

test('reopens after a break within a second, from the last event [LIVE-09]', async () => {
  const { server, stream } = await opened();
  server.push(newsEvent, { text: 'first' }, '7');
  const heardAt = Date.now();
  server.drop();
  expect(stream.readState()).toMatchObject({ phase: 'lost', lastGoodAt: heardAt });
  await vi.advanceTimersByTimeAsync(1_001);
  expect(stream.readState().phase).toBe('open');
  expect(server.opened()).toEqual(['/api/stream', '/api/stream?after=7']);
});

test('is lost at once without a network and reopens as soon as the network is back [LIVE-09]', async () => {
  const { server, network, stream } = await opened();
  server.beat();
  const heardAt = Date.now();
  network.dispatchEvent(new Event('offline'));
  expect(stream.readState()).toMatchObject({ phase: 'lost', lastGoodAt: heardAt });
  server.setOpenable(false);
  // Tries in vain lengthen the pause, which the network need not wait for.
  await vi.advanceTimersByTimeAsync(20_000);
  server.setOpenable(true);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1);
  expect(stream.readState()).toMatchObject({ phase: 'open', isCut: false });
});

test('the word that the network is there leaves an open stream alone', async () => {
  const { server, network } = await opened();
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1);
  expect(server.opened()).toHaveLength(1);
});

test('the pauses between tries double up to half a minute, half of each by chance', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => retryPauseMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(retryPauseMs(1, 0)).toBe(500);
});

test('retries within a second for the first six failures, then doubles the pauses [PANIC-06]', async () => {
  const { server } = await opened();
  server.setOpenable(false);
  server.drop();
  await vi.advanceTimersByTimeAsync(6_010);
  expect(server.opened()).toHaveLength(1 + 6);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(server.opened()).toHaveLength(1 + 6);
  await vi.advanceTimersByTimeAsync(150);
  expect(server.opened()).toHaveLength(1 + 7);
});

test('a stream that falls silent for three beats is lost', async () => {
  const { server, stream } = await opened();
  await vi.advanceTimersByTimeAsync(2 * STREAM_BEAT_MS);
  server.beat();
  await vi.advanceTimersByTimeAsync(3 * STREAM_BEAT_MS - 1);
  expect(stream.readState().phase).toBe('open');
  await vi.advanceTimersByTimeAsync(1);
  expect(stream.readState().phase).toBe('lost');
});

test('push counts as cut after three failed attempts, until the stream reopens [STAT-04] [LIVE-11]', async () => {
  const { server, stream } = await opened();
  server.setOpenable(false);
  server.drop();
  await vi.advanceTimersByTimeAsync(1_001);
  expect(stream.readState().isCut).toBe(false);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(stream.readState().isCut).toBe(true);
  server.setOpenable(true);
  await vi.advanceTimersByTimeAsync(4_001);
  expect(stream.readState()).toMatchObject({ phase: 'open', isCut: false });
});

test('an answer that never says hello is no stream', async () => {
  const { server, stream } = await opened();
  server.setSilent(true);
  server.drop();
  await vi.advanceTimersByTimeAsync(11_001);
  expect(stream.readState().phase).toBe('lost');
});

test('reports events that were missed for good or cannot be read', async () => {
  const { server, notified } = await opened();
  server.setComplete(false);
  server.drop();
  await vi.advanceTimersByTimeAsync(1_001);
  expect(notified).toEqual(['closed', 'missed']);
  server.pushRaw(newsEvent, '{"text":7}');
  server.pushRaw(newsEvent, 'no json');
  expect(notified).toEqual(['closed', 'missed', 'missed', 'missed']);
});

test('a removed listener receives no events, and a stopped stream stays closed', async () => {
  const server = fakeStream();
  const network = new EventTarget();
  const stream = createStream({
    openSource: (address) => new server.EventSource(address),
    beginsAt: () => null,
    onMissed: () => undefined,
    onClosed: () => undefined,
    network,
  });
  const heard: string[] = [];
  const stop = stream.start();
  const mute = stream.onEvent(newsEvent, ({ text }) => heard.push(text));
  await vi.advanceTimersByTimeAsync(1);
  server.push(newsEvent, { text: 'heard' });
  mute();
  server.push(newsEvent, { text: 'unheard' });
  stop();
  network.dispatchEvent(new Event('offline'));
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(heard).toEqual(['heard']);
  expect(server.opened()).toHaveLength(1);
});
