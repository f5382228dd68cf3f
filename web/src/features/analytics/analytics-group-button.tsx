import { Popover, UnstyledButton } from '@mantine/core';
import type { DeviceGroup, GroupDevice } from '@trace/contract/analytics/analytics.schema';
import { useState, type ReactNode } from 'react';
import { AnalyticsGroupDevices } from './analytics-group-devices.tsx';
import classes from './analytics.module.css';

interface GroupButtonProps {
  group: DeviceGroup;
  /** The second line of a device: what the group does not say itself. */
  detailOf: (device: GroupDevice) => string;
  children: ReactNode;
}

/** A row that opens a list of its devices (ANA-02, ANA-03). The devices load when the list opens. */
export function AnalyticsGroupButton({ group, detailOf, children }: GroupButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" width={320} trapFocus returnFocus radius="md">
      <Popover.Target>
        <UnstyledButton className={classes.group ?? ''} onClick={() => setIsOpen(!isOpen)}>
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown tabIndex={-1} data-autofocus className={classes.popover ?? ''}>
        <AnalyticsGroupDevices group={group} detailOf={detailOf} />
      </Popover.Dropdown>
    </Popover>
  );
}
