import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { PingLocatedDialog } from '#features/ping/ping-located-dialog.tsx';
import type { PingLocation } from '@trace/contract/ping/ping.schema';

/** The dialog of a found position, with the map that the operator configured. */
export default function LocatedDialog(props: { location: PingLocation; onClose: () => void }) {
  return <PingLocatedDialog {...props} renderMap={(map) => <MapsFrame {...map} />} />;
}
