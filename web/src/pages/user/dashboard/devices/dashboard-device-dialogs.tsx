import { PingExport } from '#features/ping/history/ping-export.tsx';
import { TrackingExportButton } from '#features/tracking/history/tracking-export-button.tsx';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { DeviceDialogName } from '#pages/device-dialogs.tsx';

const DeviceDialog = lazy(() => import('#pages/device-dialogs.tsx'));
const PhonesDialog = lazy(() => import('#features/phones/phones-dialog.tsx'));
const FirmwareDialog = lazy(() => import('#features/firmware/firmware-dialog.tsx'));
const DeviceControl = lazy(() => import('#pages/device-control.tsx'));

/** The dialogs that change a device, the control panel, which only sends commands, its firmware, and a phone's set-up. */
export type DashboardDialogName = DeviceDialogName | 'control' | 'firmware' | 'phone';

interface Asked {
  question: DashboardDialogName;
  device: Device;
}

/**
 * Stores the open dialog and its device. The dialog stays open when the device's row disappears. UDASH-09: offers an
 * export of the history that the plan keeps before the device is removed.
 */
export function useOpenDeviceDialog(isPremium: boolean, statuses: ReadonlyMap<string, DeviceStatusView>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const serial = asked?.device.serialNumber ?? '';
  const dialog = asked && (
    <Suspense>
      {asked.question === 'phone' && <PhonesDialog phone={asked.device} onClose={close} />}
      {asked.question === 'control' && (
        <DeviceControl device={asked.device} reader="user" location={{ may: true }} onClose={close} />
      )}
      {asked.question === 'firmware' && (
        <FirmwareDialog device={asked.device} status={statuses.get(serial)?.status} onClose={close} />
      )}
      {asked.question !== 'phone' && asked.question !== 'control' && asked.question !== 'firmware' && (
        <DeviceDialog
          question={asked.question}
          area="user"
          device={{ ...asked.device, companyName: asked.device.company?.name ?? null, userName: null }}
          beforeRemoval={isPremium ? <TrackingExportButton serial={serial} isAlone /> : <PingExport serial={serial} />}
          onClose={close}
        />
      )}
    </Suspense>
  );
  const ask = useCallback((question: DashboardDialogName, device: Device) => setAsked({ question, device }), []);
  return { dialog, ask };
}
