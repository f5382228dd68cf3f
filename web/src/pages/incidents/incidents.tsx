import { PanicIncidentList } from '#features/panic/panic-incident-list.tsx';
import { paths } from '#lib/paths.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';

export function UserIncidentsPage() {
  return <IncidentsPage to={paths.userIncident} context={texts.lead} />;
}

export function InstallerIncidentsPage() {
  return <IncidentsPage to={paths.installerIncident} context={texts.leadInstaller} />;
}

interface IncidentsPageProps {
  to: typeof paths.userIncident | typeof paths.installerIncident;
  context: string;
}

/** The incidents that concern this person (PANIC-03, PANIC-04). */
function IncidentsPage({ to, context }: IncidentsPageProps) {
  useZoneChanges();
  return (
    <AreaPage title={texts.page} context={context}>
      <PanicIncidentList audience="account" to={to} />
    </AreaPage>
  );
}
