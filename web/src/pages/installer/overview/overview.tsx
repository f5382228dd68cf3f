import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { overviewTexts } from '@trace/contract/fleet/fleet.overview.texts';
import { OverviewContent } from './overview-content.tsx';

/** View Overview: counts, newest registrations, and the state of the portal and its devices. */
export default function InstallerOverviewPage() {
  useZoneChanges();
  return (
    <AreaPage title={overviewTexts.title} context={overviewTexts.context}>
      <OverviewContent isPage />
    </AreaPage>
  );
}
