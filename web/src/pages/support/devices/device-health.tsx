import { DeviceHealthCard } from '#features/device-health/device-health-card.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { deviceHealthTexts } from '@trace/contract/device-health/device-health.texts';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** Device Health Monitor (HLTH-01). The address holds the search. */
export default function SupportDeviceHealthPage() {
  const { q = '' } = useSearch({ from: '/support-area/support/device-health' });
  const navigate = useNavigate({ from: '/support/device-health' });
  const { title, context } = deviceHealthTexts;
  return (
    <SupportPage title={title} context={context}>
      <DeviceHealthCard
        search={q}
        onSearch={(search) => void navigate({ search: readDeskSearch({ q: search }), replace: true })}
      />
    </SupportPage>
  );
}
