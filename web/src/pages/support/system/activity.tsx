import { ActivityCards } from '#features/activity/activity-cards.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { activityRules } from '@trace/contract/activity/activity.rules';
import { activityTexts } from '@trace/contract/activity/activity.texts';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** System Activity (SUPP-01). The address holds the search. */
export default function ActivityPage() {
  const { q = '' } = useSearch({ from: '/support-area/support/activity' });
  const navigate = useNavigate({ from: '/support/activity' });
  return (
    <SupportPage title={activityTexts.title} context={activityTexts.context}>
      <ActivityCards
        search={q.slice(0, activityRules.searchMaxLength)}
        onSearch={(search) => void navigate({ search: readDeskSearch({ q: search }), replace: true })}
      />
    </SupportPage>
  );
}
