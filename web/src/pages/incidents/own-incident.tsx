import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { accountDoor } from '#features/panic/incident/panic-door.ts';
import { PanicIncident } from '#features/panic/incident/panic-incident.tsx';
import { usePanicStream } from '#features/panic/panic.stream.ts';
import { useMemo } from 'react';

/** A single incident of this person, active or closed. */
export default function OwnIncident({ id }: { id: string }) {
  usePanicStream();
  const door = useMemo(() => accountDoor(id), [id]);
  return <PanicIncident door={door} layout="page" renderMap={(map) => <MapsFrame {...map} />} />;
}
