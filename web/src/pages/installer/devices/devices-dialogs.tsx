import { DevicesAssignDialog, DevicesClaimDialog } from '#features/devices/assignment/devices-assign-dialog.tsx';
import { DevicesEndAssignment } from '#features/devices/assignment/devices-end-assignment.tsx';
import { DevicesReplaceDialog } from '#features/devices/devices-replace-dialog.tsx';
import { LocationAccessRequestDialog } from '#features/location-access/requests/location-access-request-dialog.tsx';
import { TicketsRequestDialog } from '#features/tickets/tickets-request-dialog.tsx';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { lazy, Suspense } from 'react';
import type { useDevicesDialogs } from './devices-questions.ts';

// Hubs and SIM are a large part of the area's code and rarely wanted here.
const DeviceDialog = lazy(() => import('#pages/device-dialogs.tsx'));
const FirmwareDialog = lazy(() => import('#features/firmware/firmware-dialog.tsx'));
const DevicesControl = lazy(() => import('./devices-control.tsx'));

interface DevicesDialogsProps extends ReturnType<typeof useDevicesDialogs> {
  /** The current devices of the page. */
  devices: readonly TableRow[];
}

/** The open dialog. */
export default function DevicesDialogs({ asked, ask, close, devices }: DevicesDialogsProps) {
  if (asked === null) return null;
  const { question, device } = asked;
  const named = { serial: device.serialNumber, name: device.name, onClose: close };
  // The device can be reassigned while the dialog is open.
  const current = devices.find((each) => each.serialNumber === device.serialNumber && each.user !== null) ?? device;
  const user = current.user?.name ?? current.user?.email ?? null;
  if (question === 'access') return <LocationAccessRequestDialog {...named} user={user} />;
  if (question === 'assign') return <DevicesAssignDialog {...named} />;
  if (question === 'claim') return <DevicesClaimDialog {...named} />;
  if (question === 'end') {
    return <DevicesEndAssignment {...named} user={user ?? ''} isWaiting={current.assignment === 'waiting'} />;
  }
  if (question === 'replace') return <DevicesReplaceDialog {...named} user={user} />;
  if (question === 'support') return <TicketsRequestDialog isOpen device={device} onClose={close} />;
  if (question === 'firmware') {
    return (
      <Suspense>
        <FirmwareDialog device={device} status={device.status.status} onClose={close} />
      </Suspense>
    );
  }
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
