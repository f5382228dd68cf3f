import { afterEach, expect, test, vi } from 'vitest';
import { fingerprintOf } from '../lib/fingerprint.ts';
import { followPushChange, type PushChange } from './push-change.ts';

afterEach(() => void vi.unstubAllGlobals());

const subscriptionOf = (name: string) => {
  const endpoint = `https://push.example/${name}`;
  const keys = { p256dh: `key of ${name}`, auth: 'secret' };
  return { endpoint, toJSON: () => ({ endpoint, expirationTime: null, keys }) } as unknown as PushSubscription;
};

const aBrowser = async (name: string | null) => {
  const fingerprint = await fingerprintOf(`https://push.example/${name}`);
  return { id: 'b1', name: 'Chrome on Android', fingerprint, isPaused: false };
};

interface Settings {
  push: { publicKey: string; browsers: Awaited<ReturnType<typeof aBrowser>>[] };
}

/**
 * Returns the worker's requests after a change. `known` names the subscription that the server stores for the signed-in
 * user, null means signed out.
 */
async function sentAfter(change: PushChange, known: string | null, meanwhile?: (settings: Settings) => Promise<void>) {
  const settings: Settings = { push: { publicKey: 'the key', browsers: [await aBrowser(known)] } };
  const send = vi.fn(async (_address: string, { method }: RequestInit) =>
    method === 'PUT' || known !== null ? Response.json(settings) : new Response(null, { status: 401 }),
  );
  vi.stubGlobal('fetch', send);
  const subscribe = vi.fn(async () => subscriptionOf('asked'));
  const follow = () => followPushChange({ pushManager: { subscribe } as unknown as PushManager }, change);
  await Promise.all([meanwhile?.(settings), follow()]);
  const sent = send.mock.calls.map(([address, { method = 'GET', body }]) => [
    `${method} ${address}`,
    ...(body === undefined ? [] : [(JSON.parse(body as string) as { endpoint: string; name: string }).endpoint]),
  ]);
  // A worker that wakes up by itself is no sign of user activity.
  for (const [, { headers }] of send.mock.calls) expect(headers).toMatchObject({ 'x-trace-background': '1' });
  return { sent, asked: subscribe.mock.calls };
}

const [old, anew] = [subscriptionOf('old'), subscriptionOf('new')];

test('the worker updates a replaced subscription of the signed-in user and leaves other cases to the next page [ALRT-01]', async () => {
  const asks = ['GET /api/alerts/settings'];
  const cases: [PushChange, string | null, string[][]][] = [
    [
      { oldSubscription: old, newSubscription: anew },
      'old',
      [asks, ['PUT /api/alerts/browsers/b1', 'https://push.example/new']],
    ],
    [
      { oldSubscription: old, newSubscription: null },
      'old',
      [asks, ['PUT /api/alerts/browsers/b1', 'https://push.example/asked']],
    ],
    [{ oldSubscription: old, newSubscription: anew }, 'elsewhere', [asks]],
    [{ oldSubscription: old, newSubscription: anew }, null, [asks]],
    [{ oldSubscription: null, newSubscription: anew }, 'old', []],
  ];
  for (const [change, known, wanted] of cases) expect((await sentAfter(change, known)).sent).toEqual(wanted);
  const { asked } = await sentAfter({ oldSubscription: old, newSubscription: null }, 'old');
  expect(asked).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'the key' }]]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await followPushChange({ pushManager: {} as PushManager }, { oldSubscription: old, newSubscription: anew });
});

test('the worker waits while a page holds the push lock and then leaves the subscription to the page [ALRT-01]', async () => {
  const { sent } = await sentAfter({ oldSubscription: old, newSubscription: anew }, 'old', ({ push }) =>
    // Mirrors the page, which replaces its known subscription under the same lock.
    navigator.locks.request('trace-push', async () => {
      await new Promise((resolve) => setTimeout(resolve));
      push.browsers = [await aBrowser('of the page')];
    }),
  );
  expect(sent).toEqual([['GET /api/alerts/settings']]);
});
