import { DevicesAssignDialog, DevicesClaimDialog } from '#features/devices/assignment/devices-assign-dialog.tsx';
import { DevicesEndAssignment } from '#features/devices/assignment/devices-end-assignment.tsx';
import { DevicesReplaceDialog } from '#features/devices/devices-replace-dialog.tsx';
import { LocationAccessRequestDialog } from '#features/location-access/requests/location-access-request-dialog.tsx';
import { TicketsRequestDialog } from '#features/tickets/tickets-request-dialog.tsx';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { lazy, Suspense, useState } from 'react';

// Hubs and SIM are a large part of the area's code and rarely wanted here.
const DeviceDialog = lazy(() => import('#pages/device-dialogs.tsx'));
const DevicesControl = lazy(() => import('./devices-control.tsx'));

export type DevicesDialogName =
  | 'access'
  | 'control'
  | 'assign'
  | 'end'
  | 'claim'
  | 'reconfigure'
  | 'rename'
  | 'replace'
  | 'remove'
  | 'support';

export type Ask = (question: DevicesDialogName, device: TableRow) => void;

interface Asked {
  question: DevicesDialogName;
  device: TableRow;
}

/** Which dialog about which device is open. */
export function useDevicesDialogs() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask: Ask = (question, device) => setAsked({ question, device });
  return { asked, ask, close: () => setAsked(null) };
}

/** The open dialog. */
export function DevicesDialogs({ asked, ask, close }: ReturnType<typeof useDevicesDialogs>) {
  if (asked === null) return null;
  const { question, device } = asked;
  const named = { serial: device.serialNumber, name: device.name, onClose: close };
  const user = device.user?.name ?? device.user?.email ?? null;
  if (question === 'access') return <LocationAccessRequestDialog {...named} user={user} />;
  if (question === 'assign') return <DevicesAssignDialog {...named} />;
  if (question === 'claim') return <DevicesClaimDialog {...named} />;
  if (question === 'end') {
    return <DevicesEndAssignment {...named} user={user ?? ''} isWaiting={device.assignment === 'waiting'} />;
  }
  if (question === 'replace') return <DevicesReplaceDialog {...named} user={user} />;
  if (question === 'support') return <TicketsRequestDialog isOpen device={device} onClose={close} />;
  if (question === 'control') {
    return (
      <Suspense>
        <DevicesControl device={device} onAskAccess={() => ask('access', device)} onClose={close} />
      </Suspense>
    );
  }
  return (
    <Suspense>
      <DeviceDialog
        question={question}
        device={{ ...device, userName: device.relation === 'assigned_user' ? null : user }}
        area={device.relation === 'assigned_user' ? 'user' : 'installer'}
        onClose={close}
      />
    </Suspense>
  );
}
