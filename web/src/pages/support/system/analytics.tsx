import { AnalyticsUpdateButton, AnalyticsUpdateState } from '#features/analytics/analytics-update.tsx';
import { useUpdate } from '#features/analytics/analytics.queries.ts';
import { analyticsTexts } from '@trace/contract/analytics/analytics.texts';
import { AnalyticsContent } from './analytics-content.tsx';
import { SupportPage } from '../support-page.tsx';

/** Analytics of devices and tickets (ANA-01 to ANA-06). */
export default function SupportAnalyticsPage() {
  const update = useUpdate();
  return (
    <SupportPage
      title={analyticsTexts.title}
      context={<AnalyticsUpdateState update={update} />}
      right={<AnalyticsUpdateButton update={update} />}
    >
      <AnalyticsContent />
    </SupportPage>
  );
}
