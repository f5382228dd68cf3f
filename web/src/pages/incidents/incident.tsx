import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { accountDoor } from '#features/panic/panic-door.ts';
import { PanicIncident } from '#features/panic/panic-incident.tsx';
import { usePanicStream } from '#features/panic/panic.stream.ts';
import { paths } from '#lib/paths.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { BackLink } from '#pages/back-link.tsx';
import { useParams } from '@tanstack/react-router';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import { useMemo } from 'react';

export const UserIncidentPage = () => <IncidentPage to={paths.userIncidents} />;

export const InstallerIncidentPage = () => <IncidentPage to={paths.installerIncidents} />;

/** A single incident, active or closed (PANIC-04). */
function IncidentPage({ to }: { to: typeof paths.userIncidents | typeof paths.installerIncidents }) {
  const { id = '' } = useParams({ strict: false });
  useZoneChanges();
  usePanicStream();
  const door = useMemo(() => accountDoor(id), [id]);
  return (
    <AreaPage title={texts.region} back={<BackLink to={to}>{texts.page}</BackLink>}>
      <PanicIncident key={id} door={door} layout="page" renderMap={(map) => <MapsFrame {...map} />} />
    </AreaPage>
  );
}
