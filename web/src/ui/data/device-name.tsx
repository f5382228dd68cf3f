import type { ReactNode } from 'react';
import classes from './device-name.module.css';

interface DeviceNameProps {
  name: string;
  serialNumber: string;
  /** Stands below the serial, such as whose device it is. */
  children?: ReactNode;
}

/** How a device is called in a list: its name, which people choose in any script, and its serial. */
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
