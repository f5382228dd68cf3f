import { countStatuses } from '#features/device-status/device-status-summary.ts';
import { paths } from '#lib/paths.ts';
import { Link } from '@tanstack/react-router';
import { deviceStatuses, type DeviceStatus } from '@trace/contract/device-status/device-status.schema';
import { statusLabel } from '@trace/contract/device-status/device-status.texts';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { InstallerDevices } from './installer-devices.tsx';
import classes from './status-counts.module.css';

/** How many devices are in which status; each number leads to the list of them. Whatever there is, is shown: the numbers add up. */
export function StatusCounts({ devices, statuses, shown }: InstallerDevices & { shown: readonly DeviceStatus[] }) {
  const counts = countStatuses(
    devices.map(({ serialNumber }) => serialNumber),
    statuses,
  );
  const listed = deviceStatuses.filter((status) => shown.includes(status) || counts[status] > 0);
  return (
    <ul className={classes.counts}>
      <CountCard label={devicesTexts.total} count={devices.length} />
      {listed.map((status) => (
        <CountCard key={status} label={statusLabel[status]} count={counts[status]} status={status} />
      ))}
    </ul>
  );
}

function CountCard({ label, count, status }: { label: string; count: number; status?: DeviceStatus }) {
  return (
    <li>
      <Link to={paths.installerDevices} search={status ? { status } : {}} className={classes.card}>
        <span className={classes.label}>{label}</span>
        <span className={classes.number}>{count}</span>
      </Link>
    </li>
  );
}
