import { rememberSeen } from '#features/fleet/fleet.table.queries.ts';
import { useOwnAccess } from '#features/location-access/requests/location-access.request.queries.ts';
import { useLocate } from '#features/ping/ping-locate.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { locationRight } from './devices-rights.ts';

/** Get Location of one device: whether locked, whether running or waiting, and the effect of a press (IDEV-03). */
export function useGetLocation(device: TableRow, onAskAccess: () => void) {
  const queryClient = useQueryClient();
  const { of } = useOwnAccess();
  const { serialNumber, name } = device;
  const right = locationRight(device, of(serialNumber).grant !== undefined);
  const { locate, isLocating, wait } = useLocate({
    serial: serialNumber,
    name,
    onLocated: () => rememberSeen(queryClient, serialNumber),
    onGrantRequired: onAskAccess,
  });
  const press = () => {
    if (right === 'free') return locate();
    if (right === 'ask') return onAskAccess();
    return showToast({ tone: 'info', about: `access ${serialNumber}`, text: texts.nobodyToAsk[right] });
  };
  return { isLocked: right !== 'free', isRequesting: isLocating, wait, press };
}
