import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { MINUTE_MS } from '@trace/contract/kernel/time';

const PAUSE_MS = 1 * MINUTE_MS;

interface Browser {
  page: EventTarget;
  isOnline: () => boolean;
  marks: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
}

/**
 * Reloads the page when an import fails, because after an update the chunks of the old version are gone. Reloads once a
 * minute at most, so that a chunk that stays missing causes no loop.
 */
export function reloadOnMissingPart({ page, isOnline, marks, reload }: Browser): void {
  page.addEventListener('vite:preloadError', () => {
    // Without a network, a reload would end at the browser's own error page.
    if (!isOnline()) return;
    const reloadedAt = Number(marks.getItem(storageNames.reload) ?? 0);
    if (Date.now() - reloadedAt < PAUSE_MS) return;
    marks.setItem(storageNames.reload, String(Date.now()));
    reload();
  });
}
