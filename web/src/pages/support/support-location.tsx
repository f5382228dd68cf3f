import {
  BreakGlass,
  type BreakGlassProps,
} from '#features/location-access/break-glass/location-access-break-glass.tsx';
import { MapsFrame } from '#features/maps/maps-frame.tsx';

/** The location of a device for support staff, with the map that the operator configured (SUPL-07). */
export function SupportLocation(props: Omit<BreakGlassProps, 'renderMap'>) {
  return <BreakGlass {...props} renderMap={(map) => <MapsFrame {...map} />} />;
}
