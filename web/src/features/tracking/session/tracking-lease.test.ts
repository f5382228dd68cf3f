import { done } from '@trace/contract/kernel/endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveLease } from './tracking-lease.ts';

const RENEWAL_MS = 20_000;

/** A page that can be hidden. Its requests are answered by `answers`, per method. */
function openPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  const sent: string[] = [];
  const answers = new Map<string, () => Promise<Response> | Response>([
    ['POST', () => Response.json({ outcome: 'tracking', wasOn: false, intervalMs: 10_000 })],
    ['PUT', () => Response.json({ leased: true })],
    ['DELETE', () => Response.json(done)],
  ]);
  vi.stubGlobal('fetch', async (_address: string, { method = '' }: { method?: string }) => {
    sent.push(method);
    return answers.get(method)!();
  });
  const refusals: string[] = [];
  const lease = createLiveLease('Trace_4F21', (error) => refusals.push(error.message));
  return { page, window, sent, answers, refusals, lease };
}

const refused = (code: string, status: number) =>
  Response.json({ error: { code, message: 'No.', requestId: 'r1' } }, { status });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('renews the lease on schedule, and at once when the page becomes visible again [LIVE-08]', async () => {
  const { page, sent, lease } = openPage();
  await lease.start();
  await vi.advanceTimersByTimeAsync(2 * RENEWAL_MS);
  expect(sent).toEqual(['POST', 'PUT', 'PUT']);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toHaveLength(3);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toEqual(['POST', 'PUT', 'PUT', 'PUT']);
  lease.stop();
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(2 * RENEWAL_MS);
  expect(sent).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'DELETE']);
});

test('takes an expired lease again, except after a stop [LIVE-08] [LIVE-03]', async () => {
  const { sent, answers, lease } = openPage();
  await lease.start();
  answers.set('PUT', () => Response.json({ leased: false }));
  await vi.advanceTimersByTimeAsync(RENEWAL_MS);
  expect(sent).toEqual(['POST', 'PUT', 'POST']);
  const { promise, resolve } = Promise.withResolvers<Response>();
  answers.set('PUT', () => promise);
  await vi.advanceTimersByTimeAsync(RENEWAL_MS);
  lease.stop();
  resolve(Response.json({ leased: false }));
  await vi.advanceTimersByTimeAsync(RENEWAL_MS);
  expect(sent).toEqual(['POST', 'PUT', 'POST', 'PUT', 'DELETE']);
});

test('does not release a lease that the server ended, and survives temporary failures [LIVE-03] [LIVE-08]', async () => {
  const { window, sent, answers, refusals, lease } = openPage();
  await lease.start();
  answers.set('PUT', () => refused('unavailable', 503));
  await vi.advanceTimersByTimeAsync(RENEWAL_MS);
  expect(refusals).toEqual([]);
  answers.set('PUT', () => refused('premium_required', 402));
  await vi.advanceTimersByTimeAsync(RENEWAL_MS);
  expect(refusals).toEqual(['No.']);
  window.dispatchEvent(new Event('pagehide'));
  lease.stop();
  expect(sent).toEqual(['POST', 'PUT', 'PUT']);

  const { sent: later, lease: renewed, window: other } = openPage();
  await renewed.start();
  renewed.noteOver();
  other.dispatchEvent(new Event('pagehide'));
  expect(later).toEqual(['POST']);
  // The plan was paid after all.
  await vi.advanceTimersByTimeAsync(RENEWAL_MS);
  renewed.stop();
  expect(later).toEqual(['POST', 'PUT', 'DELETE']);
});
