import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnMissingPart } from './lib/reload-on-missing-part.ts';
import { activity } from './lib/session/activity.ts';
import { replaceSkeleton } from './lib/skeleton.ts';
import { Portal } from './portal.tsx';

reloadOnMissingPart({
  page: globalThis,
  isOnline: () => navigator.onLine,
  marks: sessionStorage,
  reload: () => location.reload(),
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
