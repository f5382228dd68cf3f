import type { ReactNode } from 'react';
import classes from './device-name.module.css';

interface DeviceNameProps {
  name: string;
  serialNumber: string;
  /** Content below the serial number, such as the device's user. */
  children?: ReactNode;
}

/** A device in a list: its name, which users write in any script, and its serial number. */
export function DeviceName({ name, serialNumber, children }: DeviceNameProps) {
  return (
    <span className={classes.device}>
      <span className={classes.name} dir="auto">
        {name}
      </span>
      <span className={classes.serial}>{serialNumber}</span>
      {children}
    </span>
  );
}
