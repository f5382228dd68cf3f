import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { PanicByLink } from '#features/panic/incident/panic-by-link.tsx';
import type { ReactNode } from 'react';

/** The incident of a link, with the map that the operator configured. */
export default function LinkedIncident(props: { token: string; invalid: ReactNode }) {
  return <PanicByLink {...props} renderMap={(map) => <MapsFrame {...map} />} />;
}
