import batteryClasses from '#ui/data/battery.module.css';
import { Battery } from '#ui/data/battery.tsx';
import { Signal } from '#ui/data/signal.tsx';
import { IconAntennaBars2, IconBattery1, IconBatteryExclamation } from '@tabler/icons-react';
import { batteryLevelOf, signalLevelOf } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceLevelTexts as texts } from '@trace/contract/device-status/device-status.levels.texts';
import classes from './device-status-cells.module.css';
import { DeviceNetworkCell } from './device-status-cells.tsx';

/** IDEV-11: the signal in a table: a number under the head of its column, or a word when the signal is weak. */
export function DeviceSignalCell({ status: { signalPct } }: { status: DeviceStatusView }) {
  if (signalPct === null) return <Unknown />;
  return <Level level={signalLevelOf(signalPct)} percent={signalPct} />;
}

/** IDEV-11: the battery in a table: a number under the head of its column, or a word when the battery is low. */
export function DeviceBatteryCell({ status: { batteryPct } }: { status: DeviceStatusView }) {
  if (batteryPct === null) return <Unknown />;
  return <Level level={batteryLevelOf(batteryPct)} percent={batteryPct} />;
}

/** IDEV-11: network, signal and battery in one line, named in words. Omits levels that were never reported. */
export function DeviceLevels({ status }: { status: DeviceStatusView }) {
  const { signalPct, batteryPct } = status;
  return (
    <span className={classes.levels}>
      <DeviceNetworkCell status={status} />
      {signalPct !== null && <Signal percent={signalPct} />}
      {batteryPct !== null && <Battery percent={batteryPct} />}
    </span>
  );
}

const warnings = { weak: IconAntennaBars2, low: IconBattery1, critical: IconBatteryExclamation };

function Level({ level, percent }: { level: 'good' | keyof typeof warnings; percent: number }) {
  const words = texts.short[level](Math.round(percent));
  if (level === 'good') return <span>{words}</span>;
  const Icon = warnings[level];
  return (
    <span className={batteryClasses.battery} data-level={level === 'critical' ? level : 'low'}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      {words}
    </span>
  );
}

const Unknown = () => (
  <span className={classes.never} title={texts.unknown} aria-label={texts.unknown} role="img">
    –
  </span>
);
