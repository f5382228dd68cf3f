import { readNotice, ownPath } from './pushed-notice.ts';

const ICON = '/icon-192.png';

/** TypeScript does not know `renotify`, because not every browser has it. */
interface NoticeOptions extends NotificationOptions {
  readonly renotify?: true;
}

/** Shows the pushed notification. Browsers revoke the push permission of a worker that shows none. */
export async function showPushed(worker: ServiceWorkerGlobalScope, text: string): Promise<void> {
  const { title, body, url, tag } = readNotice(text);
  const options: NoticeOptions = {
    body,
    icon: ICON,
    badge: ICON,
    data: url,
    // Without `renotify`, the reminder of an emergency replaces the first notification without a sound.
    ...(tag !== undefined && { tag, renotify: true }),
  };
  await worker.registration.showNotification(title, options);
}

/**
 * Opens a page of the portal: focuses a window that already shows the page, else opens a new window. Unsaved input in
 * other windows stays.
 */
export async function openPortal(worker: ServiceWorkerGlobalScope, wanted: unknown): Promise<void> {
  const { origin } = worker.location;
  const address = new URL(ownPath(wanted), origin).href;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => url === address);
  if (open) await open.focus();
  else await worker.clients.openWindow(address);
}
