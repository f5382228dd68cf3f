import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { ANNOUNCEMENT_PATH } from '@trace/contract/recent-updates/recent-updates.rules';
import type { Announcement } from '@trace/contract/recent-updates/recent-updates.schema';
import { recentUpdatesTexts } from '@trace/contract/recent-updates/recent-updates.texts';

/** The id of the announcement that was closed last in this browser. */
const CLOSED_KEY = storageNames.closedAnnouncement;

/**
 * Fills the banner inside `root` with the newest announcement (LAND-03), or with the default notice if loading fails
 * (LAND-04). Plain DOM and plain fetch: the landing page loads neither React nor the contract's schemas.
 */
export function startBanner(root: ParentNode): () => void {
  const banner = root.querySelector<HTMLElement>('[data-banner]');
  const leaving = new AbortController();
  if (banner) void fill(banner, leaving.signal);
  return () => leaving.abort();
}

async function fill(banner: HTMLElement, signal: AbortSignal): Promise<void> {
  const loaded = await load(signal);
  if (signal.aborted || loaded === null || wasClosed(loaded.id)) return;
  find(banner, 'words').textContent = loaded.description;
  find(banner, 'close').addEventListener('click', () => close(banner, loaded.id), { signal });
  banner.hidden = false;
  offerAll(banner, signal);
}

/** Words that do not fit are shown at the press of a button. */
function offerAll(banner: HTMLElement, signal: AbortSignal): void {
  const line = find(banner, 'line');
  const all = find(banner, 'all');
  all.hidden = line.scrollHeight <= line.clientHeight + 1;
  const open = () => {
    banner.dataset['open'] = '';
    all.hidden = true;
    find(banner, 'close').focus();
  };
  all.addEventListener('click', open, { signal });
}

function close(banner: HTMLElement, id: string | null): void {
  banner.hidden = true;
  if (id !== null) rememberClosed(id);
}

type Notice = { id: Announcement['id'] | null; description: string };

/**
 * Loads the notice. Null: there is no announcement. The default notice has no id, so closing applies only to this page
 * view.
 */
async function load(signal: AbortSignal): Promise<Notice | null> {
  try {
    const response = await fetch(ANNOUNCEMENT_PATH, { headers: { accept: 'application/json' }, signal });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return readAnnouncement(await response.json());
  } catch {
    // If the server is unreachable or its answer is invalid, the current announcement is unknown.
    return { id: null, description: recentUpdatesTexts.bannerDefault };
  }
}

function readAnnouncement(answer: unknown): Notice | null {
  const { announcement } = answer as { announcement: unknown };
  if (announcement === null) return null;
  const { id, description } = announcement as Record<string, unknown>;
  if (typeof id !== 'string' || typeof description !== 'string') throw new Error('This is no announcement.');
  return { id, description };
}

function wasClosed(id: string | null): boolean {
  try {
    return id !== null && localStorage.getItem(CLOSED_KEY) === id;
  } catch {
    // Some private windows forbid storage, so no announcement counts as closed.
    return false;
  }
}

function rememberClosed(id: string): void {
  try {
    localStorage.setItem(CLOSED_KEY, id);
  } catch {
    // Closed for this page alone then.
    return;
  }
}

function find(banner: HTMLElement, part: 'line' | 'words' | 'all' | 'close'): HTMLElement {
  const element = banner.querySelector<HTMLElement>(`[data-banner-${part}]`);
  if (!element) throw new Error(`The banner has no ${part}.`);
  return element;
}
