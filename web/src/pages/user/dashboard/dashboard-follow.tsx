import { MapsFrame } from '#features/maps/maps-frame.tsx';
import TrackingDialog from '#features/tracking/tracking-dialog.tsx';
import type { ComponentProps } from 'react';

/** The live view with the operator's map. */
export default function DashboardFollow(dialog: Omit<ComponentProps<typeof TrackingDialog>, 'renderMap'>) {
  return <TrackingDialog {...dialog} renderMap={(map) => <MapsFrame {...map} />} />;
}
