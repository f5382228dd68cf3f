import { PingWaitPlace } from '#features/ping/waits/ping-wait-place.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { rowMenuLook } from '#ui/controls/row-menu.tsx';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconCurrentLocation,
  IconDots,
  IconLock,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import type { ReactNode } from 'react';
import { useGetLocation } from './devices-location.ts';
import { isInUse, mayEndOrAssign } from './devices-rights.ts';
import { DevicesMenuItems } from './devices-menu.tsx';
import type { Ask } from './devices-questions.ts';
import classes from './devices.module.css';

interface DevicesActionsProps {
  device: TableRow;
  ask: Ask;
}

const iconLook = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** Get Location, control, assign or take back; the rest in a menu. */
export function DevicesActions({ device, ask }: DevicesActionsProps) {
  const { name } = device;
  return (
    <LocationPlace device={device} ask={ask}>
      {(locationButton) => (
        <div className={classes.actions}>
          {locationButton}
          <RowIcon label={texts.controlOf(name)} icon={IconAdjustments} onClick={() => ask('control', device)} />
          {mayEndOrAssign(device) ? <AssignIcon device={device} ask={ask} /> : <span className={classes.gap} />}
          <Menu position="bottom-end" {...rowMenuLook}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={36} aria-label={texts.actionsOf(name)}>
                <IconDots {...iconLook} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <DevicesMenuItems device={device} ask={ask} />
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </LocationPlace>
  );
}

/** Puts all actions behind one button, with Get Location next to the button, in reach of the thumb. */
export function DevicesCardActions({ device, ask }: DevicesActionsProps) {
  return (
    <LocationPlace device={device} ask={ask}>
      {(locationButton) => (
        <div className={classes.cardActions}>
          {locationButton}
          <Menu position="top-end" {...rowMenuLook}>
            <Menu.Target>
              <Button variant="default" aria-label={texts.actionsOf(device.name)}>
                {texts.columns.actions}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <DevicesMenuItems device={device} ask={ask} isWhole />
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </LocationPlace>
  );
}

function LocationPlace({
  device,
  ask,
  children,
}: DevicesActionsProps & { children: (locationButton: ReactNode) => ReactNode }) {
  const { wait, press, ...button } = useGetLocation(device, () => ask('access', device));
  return (
    <PingWaitPlace wait={wait} area="installer">
      {(notePress) => {
        const onPress = () => {
          notePress();
          press();
        };
        return children(<LocationButton device={device} {...button} isOff={wait !== undefined} onPress={onPress} />);
      }}
    </PingWaitPlace>
  );
}

interface LocationButtonProps {
  device: TableRow;
  isLocked: boolean;
  isRequesting: boolean;
  isOff: boolean;
  onPress: () => void;
}

function LocationButton({ device, isLocked, isRequesting, isOff, onPress }: LocationButtonProps) {
  const Icon = isLocked ? IconLock : IconCurrentLocation;
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <Button
          variant="default"
          className={classes.locate ?? ''}
          leftSection={<Icon {...iconLook} />}
          aria-label={isRequesting ? texts.requesting : texts.getLocationOf(device.name)}
          title={isLocked ? texts.accessNeeded : texts.getLocation}
          disabled={isOff || !isInUse(device)}
          onClick={isRequesting ? undefined : onPress}
          // Not `disabled`: the button keeps the keyboard focus, and the dialog with the position gives it back.
          {...(isRequesting && { 'data-disabled': true, 'aria-disabled': true })}
          {...button}
        >
          {isRequesting ? texts.requesting : texts.getLocation}
        </Button>
      )}
    </NeedsNetwork>
  );
}

function AssignIcon({ device, ask }: DevicesActionsProps) {
  const { name, assignment } = device;
  if (assignment === 'none') {
    return <RowIcon label={texts.assignOf(name)} icon={IconUserPlus} onClick={() => ask('assign', device)} />;
  }
  if (device.relation === 'assigned_user')
    return <RowIcon label={texts.giveBackOf(name)} icon={IconArrowBackUp} onClick={() => ask('give-back', device)} />;
  const label = assignment === 'waiting' ? texts.cancelOf(name) : texts.endOf(name);
  return <RowIcon label={label} icon={IconUserMinus} onClick={() => ask('end', device)} />;
}

interface RowIconProps {
  label: string;
  icon: typeof IconDots;
  onClick: () => void;
}

function RowIcon({ label, icon: Icon, onClick }: RowIconProps) {
  return (
    <NeedsNetwork isTight>
      {(button) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          title={label}
          onClick={onClick}
          {...button}
        >
          <Icon {...iconLook} />
        </ActionIcon>
      )}
    </NeedsNetwork>
  );
}
