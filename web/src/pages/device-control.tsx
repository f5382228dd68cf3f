import {
  DeviceCommandsPanel,
  type DeviceCommandsPanelProps,
} from '#features/device-commands/device-commands-panel.tsx';
import { DeviceClock } from '#features/device-status/device-status-clock.tsx';
import { DeviceLastSeenCell, DeviceStatusCell } from '#features/device-status/device-status-cells.tsx';
import { DeviceLevels } from '#features/device-status/device-status-levels.tsx';
import { checkStatus, rememberCheck } from '#features/device-status/device-status.check.queries.ts';
import { statusesQuery } from '#features/device-status/device-status.queries.ts';
import { FirmwareCheckButton } from '#features/firmware/firmware-check-button.tsx';
import { OfflineCausesQuestion } from '#features/offline-causes/offline-causes-question.tsx';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { CauseReader } from '@trace/contract/offline-causes/offline-causes.texts';
import type { ReactNode } from 'react';

interface DeviceControlProps extends Omit<DeviceCommandsPanelProps, 'status' | 'summary' | 'checkUpdate'> {
  /** The status loaded with a list. Pushed updates are newer. */
  known?: DeviceStatusView;
  /** Such as how long a grant still runs. */
  aside?: ReactNode;
  /** Whose next steps the causes of silence name. */
  reader: CauseReader;
}

/** The control panel with the device's status, the same for its user and its installer. */
export default function DeviceControl({ aside, known, reader, ...panel }: DeviceControlProps) {
  const status = useOneStatus(panel.device.serialNumber, known);
  const summary = (
    <>
      <DeviceStatusCell status={status} isInLine />
      {status && <DeviceLevels status={status} />}
      {status && (
        <span>
          {devicesTexts.columns.lastSeen}: <DeviceLastSeenCell status={status} />
        </span>
      )}
      {aside}
      {status && <OfflineCausesQuestion status={status.status} serial={status.serialNumber} reader={reader} />}
      <DeviceClock status={status} reader={reader} />
    </>
  );
  return (
    <DeviceCommandsPanel
      {...panel}
      status={status}
      summary={summary}
      checkUpdate={(off) => <FirmwareCheckButton device={panel.device} status={status?.status} off={off} />}
    />
  );
}

/**
 * Returns the cached status, or the status from the list. A device without either is fetched once. While push is cut, a
 * device with `known` is polled alone. A user's dashboard polls all its devices instead.
 */
function useOneStatus(serial: string, known: DeviceStatusView | undefined): DeviceStatusView | undefined {
  const queryClient = useQueryClient();
  const isAlone = useStreamState().isCut && known !== undefined;
  const { data: statuses } = useQuery({ ...statusesQuery, enabled: false });
  const status = statuses?.get(serial) ?? known;
  useQuery({
    queryKey: ['device-status', serial],
    queryFn: async () => {
      rememberCheck(queryClient, serial, await checkStatus(serial));
      return true;
    },
    enabled: status === undefined || isAlone,
    refetchInterval: isAlone && statusPolling.baseMs,
  });
  return status;
}
