import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { staffCalls } from '#features/panic/incident/panic-calls.ts';
import { PanicIncident } from '#features/panic/incident/panic-incident.tsx';
import { usePanicStream } from '#features/panic/panic.stream.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { BackLink } from '#pages/back-link.tsx';
import { useParams } from '@tanstack/react-router';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import { panicPagesTexts as texts } from '@trace/contract/panic/panic.pages.texts';
import { useMemo } from 'react';
import { IncidentDevices } from './incident-devices.tsx';

/** A single incident for staff, without positions (PANIC-04). */
export default function SupportIncidentPage() {
  const { id = '' } = useParams({ strict: false });
  usePanicStream();
  const calls = useMemo(() => staffCalls(id), [id]);
  return (
    <AreaPage title={texts.single} back={<BackLink to={supportPaths.panicSystem}>{hubQueueTexts.title}</BackLink>}>
      <PanicIncident
        key={id}
        calls={calls}
        layout="page"
        renderMap={(map) => <MapsFrame {...map} />}
        renderInstead={(incident) => <IncidentDevices devices={incident.devices} />}
      />
    </AreaPage>
  );
}
