import { useCompaniesStream } from '#features/companies/companies.stream.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const JoinDialog = lazy(() => import('#features/companies/link/companies-join-dialog.tsx'));

/**
 * Follows changes of the company (COMP-10), because both areas load this part. LAND-02 AUTH-02: shows the invitation the user arrived with and has not answered. An answer removes the invitation.
 */
export function AreaInvitation() {
  useCompaniesStream();
  const token = useLocation({ select: ({ state }) => state.companyInvite });
  const navigate = useNavigate();
  if (token === undefined) return null;
  const forget = () => void navigate({ to: '.', search: true, hash: true, replace: true, state: {} });
  return (
    <Suspense>
      <JoinDialog token={token} onClose={forget} />
    </Suspense>
  );
}
