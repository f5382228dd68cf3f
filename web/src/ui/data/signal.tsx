import { IconAntennaBars2, IconAntennaBars5 } from '@tabler/icons-react';
import { signalLevelOf } from '@trace/contract/device-status/device-status.rules';
import { deviceLevelTexts as texts } from '@trace/contract/device-status/device-status.levels.texts';
import classes from './battery.module.css';

const icons = { good: IconAntennaBars5, weak: IconAntennaBars2 };

/** The last reported signal strength: amber when weak, with words and an icon (IDEV-11). */
export function Signal({ percent }: { percent: number }) {
  const level = signalLevelOf(percent);
  const Icon = icons[level];
  return (
    <span className={classes.battery} data-level={level === 'weak' ? 'low' : undefined}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      {texts.signal[level](Math.round(percent))}
    </span>
  );
}
