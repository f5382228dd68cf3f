import { DeviceStatusCell } from '#features/device-status/device-status-cells.tsx';
import { LocationAccessOwn } from '#features/location-access/location-access-own.tsx';
import { useOwnAccess } from '#features/location-access/requests/location-access.request.queries.ts';
import { DeviceName } from '#ui/data/device-name.tsx';
import { EmailAddress } from '#ui/data/email-address.tsx';
import { Badge, UnstyledButton } from '@mantine/core';
import { ERROR_LINES_SHOWN } from '@trace/contract/fleet/fleet.table.rules';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { replacementTexts } from '@trace/contract/devices/devices.replacement.texts';
import { useState, type ReactNode } from 'react';
import { isOfColleague, isTaken } from './devices-rights.ts';
import classes from './devices.module.css';

/** Shows the nickname, or 'Device {serial}', and the serial. A colleague's device also shows its installer. */
export function DeviceDetails({ device }: { device: TableRow }) {
  return (
    <DeviceName {...device}>
      {device.replacedBy !== null && (
        <span className={classes.note}>{replacementTexts.replacedBy(device.replacedBy)}</span>
      )}
      {isOfColleague(device) && device.installerName !== null && (
        <span className={classes.note}>{texts.registeredBy(device.installerName)}</span>
      )}
    </DeviceName>
  );
}

export function DeviceHub({ device: { hubId } }: { device: TableRow }) {
  return hubId === null ? (
    <span className={classes.nothing}>{texts.noHub}</span>
  ) : (
    <span className={classes.hub}>{hubId}</span>
  );
}

/** Shows the status, and its error unless Error Logs in the same row already shows that error. */
export function DeviceState({ device, children }: { device: TableRow; children?: ReactNode }) {
  const { status, errorLogs } = device;
  const isLogged = errorLogs.slice(0, ERROR_LINES_SHOWN).some((line) => line === status.lastError);
  return <DeviceStatusCell status={isLogged ? { ...status, lastError: null } : status}>{children}</DeviceStatusCell>;
}

/** Shows whether the device has a user, the user's name, and how long the viewer may see its location. */
export function DeviceUser({ device }: { device: TableRow }) {
  const { of, aheadMs } = useOwnAccess();
  const { assignment, user, relation } = device;
  return (
    <span className={classes.user}>
      <Badge color={assignment === 'assigned' ? 'green' : 'gray'}>{badgeWord[assignment]}</Badge>
      {user && (
        <span className={classes.email}>
          {relation === 'assigned_user' ? texts.you : <EmailAddress address={user.email} />}
        </span>
      )}
      {isTaken(device) && device.replacedBy === null && <span className={classes.note}>{texts.notGivenBack}</span>}
      <LocationAccessOwn access={of(device.serialNumber)} aheadMs={aheadMs} />
    </span>
  );
}

const badgeWord: Record<TableRow['assignment'], string> = {
  assigned: texts.assigned,
  waiting: texts.waiting,
  none: texts.unassigned,
};

/** The first two, then how many more there are, which are a click away. */
export function DeviceErrors({ device: { errorLogs, name } }: { device: TableRow }) {
  const [isOpen, setOpen] = useState(false);
  if (errorLogs.length === 0) return <span className={classes.nothing}>{texts.noErrors}</span>;
  const hidden = errorLogs.length - ERROR_LINES_SHOWN;
  return (
    <div className={classes.errors}>
      <ul>
        {errorLogs.slice(0, isOpen ? undefined : ERROR_LINES_SHOWN).map((line, index) => (
          // A device can report the same line twice.
          <li key={index}>{line}</li>
        ))}
      </ul>
      {hidden > 0 && !isOpen && (
        <UnstyledButton
          className={classes.more ?? ''}
          aria-label={`${texts.moreErrors(hidden)}: ${texts.columns.errors}, ${name}`}
          onClick={() => setOpen(true)}
        >
          {texts.moreErrors(hidden)}
        </UnstyledButton>
      )}
    </div>
  );
}
