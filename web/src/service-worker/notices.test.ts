import { expect, test } from 'vitest';
import { openPortal, showPushed } from './notices.ts';

const origin = 'https://portal.example';

/** As much of the worker as a notice touches; `open` are the addresses of the portal's windows. */
function aWorker(open: readonly string[] = []) {
  const shown: { title: string; options: NotificationOptions | undefined }[] = [];
  const asked: (ClientQueryOptions | undefined)[] = [];
  const done: string[] = [];
  const windows = open.map((url) => ({ url, focus: async () => void done.push(`focus ${url}`) }));
  const worker = {
    location: { origin },
    registration: {
      showNotification: async (title: string, options?: NotificationOptions) => void shown.push({ title, options }),
    },
    clients: {
      matchAll: async (options?: ClientQueryOptions) => {
        asked.push(options);
        return windows;
      },
      openWindow: async (url: string) => void done.push(`open ${url}`),
    },
  };
  return { worker: worker as unknown as ServiceWorkerGlobalScope, shown, asked, done };
}

test('a pushed notification shows its text, its link and the portal’s icon [PWA-01]', async () => {
  const { worker, shown } = aWorker();
  const notice = { title: 'Work ute', body: 'Low battery: 9 %', url: '/user?device=Trace_4F21', tag: 'low-battery' };
  await showPushed(worker, JSON.stringify(notice));
  const { title, body, url, tag } = notice;
  const sign = { icon: '/icon-192.png', badge: '/icon-192.png' };
  expect(shown).toEqual([{ title, options: { body, data: url, tag, renotify: true, ...sign } }]);
});

test('a later notification of the same alert or emergency sounds again [PANIC-04]', async () => {
  const { worker, shown } = aWorker();
  const tag = 'alert-7c1f';
  for (const title of ['Mia Novak pressed the panic button', 'No one is handling this emergency now.'])
    await showPushed(worker, JSON.stringify({ title, body: '', url: '/', tag }));
  expect(shown.map(({ options }) => options)).toMatchObject(Array.from({ length: 2 }, () => ({ tag, renotify: true })));
});

test('an unreadable push also shows a notification, because browsers revoke push after a silent push [PWA-01]', async () => {
  const { worker, shown } = aWorker();
  for (const text of ['', 'no JSON', '{"title":7}']) await showPushed(worker, text);
  expect(shown.map(({ title, options }) => [title, options?.body, options?.data])).toEqual(
    Array.from({ length: 3 }, () => ['Trace', '', '/']),
  );
  expect(shown.some(({ options }) => options !== undefined && 'tag' in options)).toBe(false);
});

test('a click focuses the window that already shows the page and leaves other windows alone [PWA-01]', async () => {
  const { worker, done, asked } = aWorker([`${origin}/user/settings`, `${origin}/user?tab=live`]);
  await openPortal(worker, '/user?tab=live');
  expect(done).toEqual([`focus ${origin}/user?tab=live`]);
  expect(asked).toEqual([{ type: 'window', includeUncontrolled: true }]);
});

test.each([
  ['a page that no window shows', '/user?device=Trace_4F21', '/user?device=Trace_4F21'],
  ['another site', 'https://evil.example/user', '/'],
  ['another site without its protocol', '//evil.example', '/'],
  ['a script', 'javascript:alert(1)', '/'],
  ['nothing', undefined, '/'],
])(
  'a click on a notification that leads to %s opens a window of the portal [PWA-01] [T69]',
  async (_what, wanted, path) => {
    const { worker, done } = aWorker([`${origin}/user`]);
    await openPortal(worker, wanted);
    expect(done).toEqual([`open ${origin}${path}`]);
  },
);
