import { MapsFrame } from '#features/maps/maps-frame.tsx';
import PingOnWake from '#features/ping/waits/ping-on-wake.tsx';
import TrackingDialog from '#features/tracking/tracking-dialog.tsx';
import type { ComponentProps } from 'react';

interface DashboardFollowProps extends Omit<ComponentProps<typeof TrackingDialog>, 'renderMap' | 'renderAskOnWake'> {
  actions: ComponentProps<typeof PingOnWake>['actions'];
}

/** The live view with the operator's map, and the ping that waits for a sleeping device. */
export default function DashboardFollow({ actions, ...dialog }: DashboardFollowProps) {
  return (
    <TrackingDialog
      {...dialog}
      renderMap={(map) => <MapsFrame {...map} />}
      renderAskOnWake={(device) => <PingOnWake device={device} actions={actions} />}
    />
  );
}
