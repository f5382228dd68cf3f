import { AreaPage } from '#pages/area-page.tsx';
import { BackLink } from '#pages/back-link.tsx';
import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { PanicIncidentList } from '#features/panic/panic-incident-list.tsx';
import { PanicIncident } from '#features/panic/panic-incident.tsx';
import { accountDoor } from '#features/panic/panic-door.ts';
import { panicPagesTexts } from '@trace/contract/panic/panic.pages.texts';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import { paths } from '#lib/paths.ts';
import { useMemo } from 'react';
import { usePanicStream } from '#features/panic/panic.stream.ts';
import { useParams } from '@tanstack/react-router';
import { useZoneChanges } from '#lib/session/session.ts';

export function UserIncidentsPage() {
  return <IncidentsPage to={paths.userIncident} context={panicPagesTexts.lead} />;
}

export function InstallerIncidentsPage() {
  return <IncidentsPage to={paths.installerIncident} context={panicPagesTexts.leadInstaller} />;
}

interface IncidentsPageProps {
  to: typeof paths.userIncident | typeof paths.installerIncident;
  context: string;
}

/** The incidents that concern this person (PANIC-03, PANIC-04). */
function IncidentsPage({ to, context }: IncidentsPageProps) {
  useZoneChanges();
  return (
    <AreaPage title={panicPagesTexts.title} context={context}>
      <PanicIncidentList audience="account" to={to} />
    </AreaPage>
  );
}

export const UserIncidentPage = () => <IncidentPage to={paths.userIncidents} />;

export const InstallerIncidentPage = () => <IncidentPage to={paths.installerIncidents} />;

/** A single incident, active or closed (PANIC-04). */
function IncidentPage({ to }: { to: typeof paths.userIncidents | typeof paths.installerIncidents }) {
  const { id = '' } = useParams({ strict: false });
  useZoneChanges();
  usePanicStream();
  const door = useMemo(() => accountDoor(id), [id]);
  return (
    <AreaPage title={texts.region} back={<BackLink to={to}>{panicPagesTexts.title}</BackLink>}>
      <PanicIncident key={id} door={door} layout="page" renderMap={(map) => <MapsFrame {...map} />} />
    </AreaPage>
  );
}
