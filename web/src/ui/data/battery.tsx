import { IconBattery1, IconBattery3, IconBatteryExclamation } from '@tabler/icons-react';
import { batteryLevelOf } from '@trace/contract/device-status/device-status.rules';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import classes from './battery.module.css';

const icons = { good: IconBattery3, low: IconBattery1, critical: IconBatteryExclamation };

/** The last known battery level: amber below 20 %, red below 10 %, each with words and an icon (UDASH-12). */
export function Battery({ percent }: { percent: number }) {
  const level = batteryLevelOf(percent);
  const Icon = icons[level];
  return (
    <span className={classes.battery} data-level={level}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      {devicesTexts.battery[level](Math.round(percent))}
    </span>
  );
}
