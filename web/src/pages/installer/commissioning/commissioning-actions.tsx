import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { setupDialogTexts } from '@trace/contract/device-setup/device-setup.dialog.texts';
import type { CheckResult, CommissioningCheck } from '@trace/contract/fleet/fleet.commissioning.rules';
import { commissioningTexts as texts } from '@trace/contract/fleet/fleet.commissioning.texts';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import { useGetLocation } from '../devices/devices-location.ts';
import type { Ask } from '../devices/devices-questions.ts';
import { isInUse } from '../devices/devices-rights.ts';

interface CommissioningActionsProps {
  device: TableRow;
  results: Record<CommissioningCheck, CheckResult>;
  ask: Ask;
}

/**
 * The actions that resolve missing checks. Get Location follows the same rules as in the device table: without the
 * right to the position, the user is asked first.
 */
export function CommissioningActions({ device, results, ask }: CommissioningActionsProps) {
  const { isLocked, isRequesting, wait, press } = useGetLocation(device, () => ask('access', device));
  const mayAssign = device.mayManage && isInUse(device) && results.user.reason === 'noUser';
  const mayReconfigure = device.mayManage && isInUse(device) && results.hub.reason === 'hubBroken';
  return (
    <>
      <NeedsNetwork isTight>
        {(button) => (
          <Button
            variant="default"
            title={isLocked ? deviceTableTexts.accessNeeded : undefined}
            loading={isRequesting}
            disabled={wait !== undefined || !isInUse(device)}
            onClick={press}
            {...button}
          >
            {isLocked ? texts.askAccess : texts.getLocation}
          </Button>
        )}
      </NeedsNetwork>
      {mayAssign && (
        <Button variant="default" onClick={() => ask('assign', device)}>
          {texts.assign}
        </Button>
      )}
      {mayReconfigure && (
        <Button variant="default" onClick={() => ask('reconfigure', device)}>
          {setupDialogTexts.reconfigure}
        </Button>
      )}
    </>
  );
}
