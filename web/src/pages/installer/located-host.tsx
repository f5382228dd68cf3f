import { forgetLocations, shownLocation } from '#features/ping/ping-located-store.ts';
import { useStore } from '#lib/store.ts';
import { lazy, Suspense, useEffect } from 'react';

const LocatedDialog = lazy(() => import('./located-dialog.tsx'));

/** Shows the position that the installer requested, on every page of the area. */
export default function LocatedHost() {
  const location = useStore(shownLocation);
  useEffect(() => forgetLocations, []);
  return (
    <Suspense>{location && <LocatedDialog location={location} onClose={() => shownLocation.set(null)} />}</Suspense>
  );
}
