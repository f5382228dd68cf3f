import { LocationAccessOwn } from '#features/location-access/location-access-own.tsx';
import { useOwnAccess } from '#features/location-access/requests/location-access.request.queries.ts';
import type { LocationRight } from '#features/device-commands/device-commands-buttons.tsx';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import DeviceControl from '#pages/device-control.tsx';
import { locationRight } from './devices-rights.ts';

interface DevicesControlProps {
  device: TableRow;
  onAskAccess: () => void;
  onClose: () => void;
}

/**
 * The control panel of a row. Get Location asks the device, asks its user first, or explains why locating is
 * impossible.
 */
export default function DevicesControl({ device, onAskAccess, onClose }: DevicesControlProps) {
  const { of, aheadMs } = useOwnAccess();
  const access = of(device.serialNumber);
  return (
    <DeviceControl
      reader={device.relation === 'assigned_user' ? 'user' : 'service'}
      device={device}
      known={device.status}
      location={locationOf(device, access.grant !== undefined, onAskAccess)}
      aside={<LocationAccessOwn access={access} aheadMs={aheadMs} />}
      onClose={onClose}
    />
  );
}

function locationOf(device: TableRow, hasGrant: boolean, onAskAccess: () => void): LocationRight {
  const right = locationRight(device, hasGrant);
  if (right === 'free') return { may: true };
  if (right === 'ask') return { may: false, reason: texts.accessNeeded, onAsk: onAskAccess };
  return { may: false, reason: texts.nobodyToAsk[right], onAsk: null };
}
