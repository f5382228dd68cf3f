import { PingWaitPlace } from '#features/ping/waits/ping-wait-place.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { RowMenuItem, rowMenuLook } from '#ui/controls/row-menu.tsx';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconDots,
  IconPencil,
  IconQrcode,
  IconRefresh,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { deviceCommandsTexts as commandsTexts } from '@trace/contract/device-commands/device-commands.texts';
import { setupDialogTexts } from '@trace/contract/device-setup/device-setup.dialog.texts';
import { deviceStatusTexts } from '@trace/contract/device-status/device-status.texts';
import { assignmentTexts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { deviceTableTexts as tableTexts } from '@trace/contract/fleet/fleet.table.texts';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import type { Device } from '@trace/contract/devices/devices.schema';
import { isPhone } from '@trace/contract/kernel/serial';
import { phonesTexts } from '@trace/contract/phones/phones.texts';
import type { PingWait } from '@trace/contract/ping/ping.schema';
import type { ReactNode } from 'react';
import { PingAction } from '../dashboard-ping-action.tsx';
import type { DashboardDialogName } from './dashboard-device-dialogs.tsx';
import classes from './dashboard-device-list.module.css';

/** The actions that a device row can request. */
export interface DeviceHandlers {
  ping: (device: Device) => void;
  /** Requests the device's status now. A manual check bypasses all polling limits (STAT-04). */
  check: (device: Device) => void;
  ask: (question: DashboardDialogName, device: Device) => void;
}

export interface DeviceActionsProps {
  device: Device;
  isAsking: boolean;
  wait: PingWait | undefined;
  on: DeviceHandlers;
}

const iconLook = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** The actions of a user on a device (UDASH-05): the three most common as buttons, the rest in a menu. */
export function DeviceActions(props: DeviceActionsProps) {
  return (
    <WaitPlace {...props}>
      {(ping) => (
        <div className={classes.actions}>
          {ping}
          <RowButtons {...props} />
        </div>
      )}
    </WaitPlace>
  );
}

function RowButtons({ device, on }: DeviceActionsProps) {
  const { name } = device;
  return (
    <>
      <NeedsNetwork isTight>
        {(button) => (
          <>
            {isPhone(device.serialNumber) ? (
              <Button
                variant="default"
                aria-label={phonesTexts.setUpAgainOf(name)}
                onClick={() => on.ask('phone', device)}
                {...button}
              >
                {phonesTexts.setUp}
              </Button>
            ) : (
              <Button
                variant="default"
                aria-label={setupDialogTexts.reconfigureOf(name)}
                onClick={() => on.ask('reconfigure', device)}
                {...button}
              >
                {setupDialogTexts.reconfigure}
              </Button>
            )}
            <Button
              variant="default"
              aria-label={manageTexts.removeOf(name)}
              onClick={() => on.ask('remove', device)}
              {...button}
            >
              {manageTexts.remove}
            </Button>
          </>
        )}
      </NeedsNetwork>
      <Menu position="bottom-end" {...rowMenuLook}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={tableTexts.actionsOf(name)}>
            <IconDots {...iconLook} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MoreItems device={device} on={on} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The actions of a phone card: Ping within reach of the thumb, the rest behind a button. */
export function DeviceCardActions({ isCompact = false, ...props }: DeviceActionsProps & { isCompact?: boolean }) {
  const { device, on } = props;
  return (
    <WaitPlace {...props}>
      {(ping) => (
        <div className={classes.cardActions}>
          {ping}
          <Menu position="top-end" {...rowMenuLook}>
            <Menu.Target>
              {isCompact ? (
                <ActionIcon variant="default" size={44} aria-label={tableTexts.actionsOf(device.name)}>
                  <IconDots {...iconLook} />
                </ActionIcon>
              ) : (
                <Button variant="default" aria-label={tableTexts.actionsOf(device.name)}>
                  {tableTexts.columns.actions}
                </Button>
              )}
            </Menu.Target>
            <Menu.Dropdown>
              <MoreItems device={device} on={on} />
              {isPhone(device.serialNumber) ? (
                <RowMenuItem icon={IconQrcode} label={phonesTexts.setUp} onClick={() => on.ask('phone', device)} />
              ) : (
                <RowMenuItem
                  icon={IconSettings}
                  label={setupDialogTexts.reconfigure}
                  onClick={() => on.ask('reconfigure', device)}
                />
              )}
              <Menu.Divider />
              <RowMenuItem
                icon={IconTrash}
                label={manageTexts.remove}
                isEnding
                onClick={() => on.ask('remove', device)}
              />
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </WaitPlace>
  );
}

function WaitPlace({ children, ...props }: DeviceActionsProps & { children: (ping: ReactNode) => ReactNode }) {
  const { device, isAsking, wait, on } = props;
  return (
    <PingWaitPlace wait={wait} area="user">
      {(notePress) => {
        const onPing = () => {
          notePress();
          on.ping(device);
        };
        return children(<PingAction device={device} isBusy={isAsking} isOff={wait !== undefined} onPing={onPing} />);
      }}
    </PingWaitPlace>
  );
}

function MoreItems({ device, on }: Pick<DeviceActionsProps, 'device' | 'on'>) {
  // A phone receives no commands and belongs to its user alone.
  const isTracker = !isPhone(device.serialNumber);
  return (
    <>
      {isTracker && (
        <RowMenuItem icon={IconAdjustments} label={commandsTexts.control} onClick={() => on.ask('control', device)} />
      )}
      <RowMenuItem icon={IconRefresh} label={deviceStatusTexts.checkNow} onClick={() => on.check(device)} />
      <RowMenuItem icon={IconPencil} label={manageTexts.rename} onClick={() => on.ask('rename', device)} />
      {isTracker && (
        <RowMenuItem
          icon={IconArrowBackUp}
          label={assignmentTexts.giveBack}
          onClick={() => on.ask('give-back', device)}
        />
      )}
    </>
  );
}
