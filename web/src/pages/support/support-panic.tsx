import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { PanicWatch } from '#features/panic/attention/panic-watch.tsx';
import { useParams } from '@tanstack/react-router';
import { IncidentDevices } from './emergencies/incident-devices.tsx';

/** Rings on each page of support staff (PANIC-03, PANIC-04). */
export default function SupportPanic() {
  const { id } = useParams({ strict: false });
  return (
    <PanicWatch
      audience="staff"
      openId={id}
      renderMap={(map) => <MapsFrame {...map} />}
      renderInstead={(incident) => <IncidentDevices devices={incident.devices} />}
    />
  );
}
