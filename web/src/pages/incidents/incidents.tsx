import { paths } from '#lib/paths.ts';
import { usePerson, useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { BackLink } from '#pages/back-link.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { useParams } from '@tanstack/react-router';
import { panicPagesTexts as texts } from '@trace/contract/panic/panic.pages.texts';
import { lazy, Suspense } from 'react';

/** Apart from the page, whose small file the start of the portal names. */
const IncidentList = lazy(() => import('./incident-list.tsx'));
const OwnIncident = lazy(() => import('./own-incident.tsx'));

/** The incidents that concern a user or an installer, and each of them (PANIC-03, PANIC-04). */
export default function IncidentsPage() {
  const { id } = useParams({ strict: false });
  const isInstaller = usePerson().userType === 'installer';
  useZoneChanges();
  const back = isInstaller ? paths.installerIncidents : paths.userIncidents;
  const page =
    id === undefined
      ? { title: texts.title, context: isInstaller ? texts.leadInstaller : texts.lead }
      : { title: texts.single, back: <BackLink to={back}>{texts.title}</BackLink> };
  return (
    <AreaPage {...page}>
      <Suspense fallback={<LoadingText>{texts.loading}</LoadingText>}>
        {id === undefined ? (
          <IncidentList to={isInstaller ? paths.installerIncident : paths.userIncident} />
        ) : (
          <OwnIncident key={id} id={id} />
        )}
      </Suspense>
    </AreaPage>
  );
}
