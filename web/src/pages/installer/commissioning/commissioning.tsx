import { LoadingText } from '#ui/layout/loading-text.tsx';
import { lazy, Suspense } from 'react';

// A chunk of its own: the router would otherwise carry the names of all files of this rarely opened page.
const CommissioningPage = lazy(() => import('./commissioning-page.tsx'));

export default function InstallerCommissioning() {
  return (
    <Suspense fallback={<LoadingText />}>
      <CommissioningPage />
    </Suspense>
  );
}
