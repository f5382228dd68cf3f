import { DeskDevicesCard } from '#features/support-desk/support-desk-devices-card.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** All Devices (SUPP-01). The address holds the search and the filters. */
export default function SupportDevicesPage() {
  const { q: search, status, assigned, silent, company } = useSearch({ from: '/support-area/support/devices' });
  const navigate = useNavigate({ from: '/support/devices' });
  const { title, context } = supportDeskTexts.devices;
  return (
    <SupportPage title={title} context={context}>
      <DeskDevicesCard
        filter={{ search, status, assigned, silent, company }}
        onChange={({ search: q, ...changed }) =>
          void navigate({ search: readDeskSearch({ q, ...changed }), replace: true })
        }
      />
    </SupportPage>
  );
}
