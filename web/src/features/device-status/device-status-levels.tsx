import { Battery } from '#ui/data/battery.tsx';
import { Signal } from '#ui/data/signal.tsx';
import { batteryLevelOf, signalLevelOf } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceLevelTexts as texts } from '@trace/contract/device-status/device-status.levels.texts';
import classes from './device-status-cells.module.css';
import { DeviceNetworkCell } from './device-status-cells.tsx';

/** IDEV-11: the signal in a table: a number under the head of its column, or words when the signal is weak. */
export function DeviceSignalCell({ status: { signalPct } }: { status: DeviceStatusView }) {
  if (signalPct === null) return <Unknown />;
  return signalLevelOf(signalPct) === 'good' ? <Level percent={signalPct} /> : <Signal percent={signalPct} />;
}

/** IDEV-11: the battery in a table: a number under the head of its column, or words when the battery is low. */
export function DeviceBatteryCell({ status: { batteryPct } }: { status: DeviceStatusView }) {
  if (batteryPct === null) return <Unknown />;
  return batteryLevelOf(batteryPct) === 'good' ? <Level percent={batteryPct} /> : <Battery percent={batteryPct} />;
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

const Level = ({ percent }: { percent: number }) => <span>{texts.short(Math.round(percent))}</span>;

const Unknown = () => (
  <span className={classes.never} title={texts.unknown} aria-label={texts.unknown} role="img">
    –
  </span>
);
