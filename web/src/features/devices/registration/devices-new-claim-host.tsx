import { lazy, Suspense, useEffect } from 'react';
import { forgetNewClaim, useNewClaim } from './devices-new-claims.ts';

const DevicesNewClaim = lazy(() => import('./devices-new-claim.tsx'));

/** Is mounted above all pages of an area and forgets the code when the user leaves the area (REG-09). */
export function DevicesNewClaimHost() {
  const claim = useNewClaim();
  useEffect(() => forgetNewClaim, []);
  return <Suspense>{claim && <DevicesNewClaim {...claim} onClose={forgetNewClaim} />}</Suspense>;
}
