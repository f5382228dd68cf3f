import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { IconClockExclamation } from '@tabler/icons-react';
import { deviceClockTexts as texts, deviceClockWarning } from '@trace/contract/device-status/device-status.clock.texts';
import classes from './device-status-clock.module.css';

interface DeviceClockNoticeProps {
  serial: string;
  /** Whose next step the notice names. */
  reader: keyof typeof texts.next;
  /** The device's name, where several devices are near. */
  name?: string;
}

/** The cause why positions of a device may not show, and the next step. */
export function DeviceClockNotice({ serial, reader, name }: DeviceClockNoticeProps) {
  return (
    <div className={classes.clock}>
      <AmberNotice label={texts.label} icon={IconClockExclamation}>
        {deviceClockWarning(serial, reader, name)}
      </AmberNotice>
    </div>
  );
}
