import { PingExport } from '#features/ping/history/ping-export.tsx';
import { TrackingExportButton } from '#features/tracking/history/tracking-export-button.tsx';
import type { Device } from '@trace/contract/devices/devices.schema';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { DeviceDialogName } from '#pages/device-dialogs.tsx';

const DeviceDialog = lazy(() => import('#pages/device-dialogs.tsx'));
const PhonesDialog = lazy(() => import('#features/phones/phones-dialog.tsx'));
const DeviceControl = lazy(() => import('#pages/device-control.tsx'));

/** The dialogs that change a device, the control panel, which only sends commands, and the set-up of a phone. */
export type DashboardDialogName = DeviceDialogName | 'control' | 'phone';

interface Asked {
  question: DashboardDialogName;
  device: Device;
}

/**
 * Stores the open dialog and its device. The dialog stays open when the device's row disappears. UDASH-09: offers an
 * export of the history that the plan keeps before the device is removed.
 */
export function useOpenDeviceDialog(isPremium: boolean) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const serial = asked?.device.serialNumber ?? '';
  const dialog = asked && (
    <Suspense>
      {asked.question === 'phone' && <PhonesDialog phone={asked.device} onClose={close} />}
      {asked.question === 'control' && (
        <DeviceControl device={asked.device} reader="user" location={{ may: true }} onClose={close} />
      )}
      {asked.question !== 'phone' && asked.question !== 'control' && (
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
