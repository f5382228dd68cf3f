import { readNotice, ownPath } from './pushed-notice.ts';

const ICON = '/icon-192.png';

/** Shows what was pushed. A browser takes the right to push away from who shows nothing. */
export async function showPushed(worker: ServiceWorkerGlobalScope, text: string): Promise<void> {
  const { title, body, url, tag } = readNotice(text);
  await worker.registration.showNotification(title, {
    body,
    icon: ICON,
    badge: ICON,
    data: url,
    ...(tag !== undefined && { tag }),
  });
}

/** Goes to a page of the portal: to the window that shows it already, else to a new one, so that nothing typed is lost. */
export async function openPortal(worker: ServiceWorkerGlobalScope, wanted: unknown): Promise<void> {
  const { origin } = worker.location;
  const address = new URL(ownPath(wanted), origin).href;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => url === address);
  if (open) await open.focus();
  else await worker.clients.openWindow(address);
}
