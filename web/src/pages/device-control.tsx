import {
  DeviceCommandsPanel,
  type DeviceCommandsPanelProps,
} from '#features/device-commands/device-commands-panel.tsx';
import { DeviceLastSeenCell, DeviceStatusCell } from '#features/device-status/device-status-cells.tsx';
import { checkStatus, rememberCheck } from '#features/device-status/device-status.check.queries.ts';
import { statusesQuery } from '#features/device-status/device-status.queries.ts';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { ReactNode } from 'react';

interface DeviceControlProps extends Omit<DeviceCommandsPanelProps, 'status' | 'summary'> {
  /** What a list told of it when it was loaded; what was pushed since is newer. */
  known?: DeviceStatusView;
  /** Such as how long a grant still runs. */
  aside?: ReactNode;
}

/** The control panel with how the device is, the same for its user and its installer. */
export default function DeviceControl({ aside, known, ...panel }: DeviceControlProps) {
  const status = useOneStatus(panel.device.serialNumber, known);
  const summary = (
    <>
      <DeviceStatusCell status={status} />
      {status && (
        <span>
          {devicesTexts.columns.lastSeen}: <DeviceLastSeenCell status={status} />
        </span>
      )}
      {aside}
    </>
  );
  return <DeviceCommandsPanel {...panel} status={status} summary={summary} />;
}

/**
 * What the page knows of the device already; one of very many is asked for alone, and where push is cut again and again.
 * A user's dashboard asks for all of theirs then.
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
