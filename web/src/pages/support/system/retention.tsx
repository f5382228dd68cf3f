import { RetentionCards } from '#features/retention/retention-cards.tsx';
import { RetentionRestoreButton } from '#features/retention/retention-restore-button.tsx';
import { retentionTexts } from '@trace/contract/retention/retention.texts';
import { SupportPage } from '../support-page.tsx';

/** Periods of retention and the report of each run (RET-06). */
export default function RetentionPage() {
  return (
    <SupportPage title={retentionTexts.title} context={retentionTexts.context} right={<RetentionRestoreButton />}>
      <RetentionCards />
    </SupportPage>
  );
}
