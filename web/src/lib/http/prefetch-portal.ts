/** Written into the page by the build: the files that the portal's sign-in starts with, separated by spaces. */
const FILES_META = 'meta[name="trace-portal-files"]';
/** The page itself loads first, also on a slow line. */
const IDLE_AFTER_MS = 2_000;

/** Prefetches the portal's files into the browser's cache when a visitor points at a link, or when the page is idle. */
export function prefetchPortalOnIntent(document: Document): void {
  const fetchAhead = once(() => addLinks(document));
  const onIntent = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a')) fetchAhead();
  };
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, onIntent, { passive: true });
  if (wantsToSaveData()) return;
  addEventListener('load', () => setTimeout(fetchAhead, IDLE_AFTER_MS));
}

function addLinks(document: Document): void {
  const files = document.querySelector<HTMLMetaElement>(FILES_META)?.content ?? '';
  for (const file of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = file;
    link.as = file.endsWith('.css') ? 'style' : 'script';
    document.head.append(link);
  }
}

function wantsToSaveData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
