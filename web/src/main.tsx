import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { activity } from './lib/session/activity.ts';
import { replaceSkeleton } from './lib/skeleton.ts';
import { Portal } from './portal.tsx';

// After an update the chunks of the old version are gone, so a failed import reloads the page once.
const reloadMark = storageNames.reload;
const RELOAD_PAUSE_MS = 60_000;
addEventListener('vite:preloadError', () => {
  // Without a network, a reload would end at the browser's own error page.
  if (!navigator.onLine) return;
  const reloadedAt = Number(sessionStorage.getItem(reloadMark) ?? 0);
  if (Date.now() - reloadedAt < RELOAD_PAUSE_MS) return;
  sessionStorage.setItem(reloadMark, String(Date.now()));
  location.reload();
});

activity.start();

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no place for the portal.');

replaceSkeleton(place, document.getElementById('skeleton'));

createRoot(place).render(
  <StrictMode>
    <Portal />
  </StrictMode>,
);
