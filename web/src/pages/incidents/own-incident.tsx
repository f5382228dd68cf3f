import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { accountCalls } from '#features/panic/incident/panic-calls.ts';
import { PanicIncident } from '#features/panic/incident/panic-incident.tsx';
import { usePanicStream } from '#features/panic/panic.stream.ts';
import { useMemo } from 'react';

/** A single incident of this person, active or closed. */
export default function OwnIncident({ id }: { id: string }) {
  usePanicStream();
  const calls = useMemo(() => accountCalls(id), [id]);
  return <PanicIncident calls={calls} layout="page" renderMap={(map) => <MapsFrame {...map} />} />;
}
