import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { staffDoor } from '#features/panic/panic-door.ts';
import { PanicIncident } from '#features/panic/panic-incident.tsx';
import { usePanicStream } from '#features/panic/panic.stream.ts';
import { useParams } from '@tanstack/react-router';
import { panicPagesTexts as texts } from '@trace/contract/panic/panic.pages.texts';
import { useMemo } from 'react';
import { IncidentDevices } from './incident-devices.tsx';
import { SupportPage } from './support-page.tsx';

/** A single incident for staff, without positions (PANIC-04). */
export default function SupportIncidentPage() {
  const { id = '' } = useParams({ strict: false });
  usePanicStream();
  const door = useMemo(() => staffDoor(id), [id]);
  return (
    <SupportPage title={texts.single}>
      <PanicIncident
        key={id}
        door={door}
        layout="page"
        renderMap={(map) => <MapsFrame {...map} />}
        renderInstead={(incident) => <IncidentDevices devices={incident.devices} />}
      />
    </SupportPage>
  );
}
