import { OperationsOverview } from '#features/operations/operations-overview.tsx';
import { operationsTexts } from '@trace/contract/operations/operations.texts';
import { SupportPage } from '../support-page.tsx';

/** How the parts of the server work, for staff with the admin flag (SUPP-06). */
export default function OperationsPage() {
  return (
    <SupportPage title={operationsTexts.title} context={operationsTexts.refreshes}>
      <OperationsOverview />
    </SupportPage>
  );
}
