import { useZoneChanges } from '#lib/session/account-zone.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { overviewTexts } from '@trace/contract/fleet/fleet.overview.texts';
import { OverviewContent } from './overview-content.tsx';

/** View Overview: counts, newest registrations, and how the portal and its devices are. */
export default function InstallerOverviewPage() {
  useZoneChanges();
  return (
    <AreaPage area="installer" title={overviewTexts.title} context={overviewTexts.context}>
      <OverviewContent isPage />
    </AreaPage>
  );
}
