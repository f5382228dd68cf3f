import { ActivityCards } from '#features/activity/activity-cards.tsx';
import { activityTexts } from '@trace/contract/activity/activity.texts';
import { SupportPage } from './support-page.tsx';

/** System Activity (SUPP-01). */
export default function ActivityPage() {
  return (
    <SupportPage title={activityTexts.title} context={activityTexts.context}>
      <ActivityCards />
    </SupportPage>
  );
}
