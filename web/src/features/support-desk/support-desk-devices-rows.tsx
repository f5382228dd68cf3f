import { supportPaths } from '#lib/support-paths.ts';
import { Age } from '#ui/data/age.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { DeviceName } from '#ui/data/device-name.tsx';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { StatusBadge } from '#ui/data/status-badge.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DeskDevice } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.devices;

/** The rows of All Devices, cards on a narrow screen. The name leads to the device's page. */
export function DevicesRows({ devices }: { devices: readonly DeskDevice[] }) {
  if (useIsNarrow()) {
    return (
      <RowCards label={texts.title}>
        {devices.map((device) => (
          <DeviceCard key={device.serialNumber} device={device} />
        ))}
      </RowCards>
    );
  }
  const { columns } = texts;
  return (
    <DataTable minWidth={990} label={texts.title} isDense>
      <Table.Thead>
        <Table.Tr>
          {Object.values(columns).map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {devices.map((device) => (
          <Table.Tr key={device.serialNumber}>
            <Table.Td>
              <DeviceLink device={device} />
            </Table.Td>
            <Table.Td>
              <StatusBadge status={device.status} />
            </Table.Td>
            <Table.Td>
              <LastSeen at={device.lastSeen} />
            </Table.Td>
            <Table.Td>{percent(device.batteryPct)}</Table.Td>
            <Table.Td>{percent(device.signalPct)}</Table.Td>
            <Table.Td>
              <AssignedUser device={device} />
            </Table.Td>
            <Table.Td>{device.installerName ?? <None />}</Table.Td>
            <Table.Td>{device.companyName ?? <None />}</Table.Td>
            <Table.Td className={classes.mono ?? ''}>{device.hubId ?? <None />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function DeviceCard({ device }: { device: DeskDevice }) {
  const { status, lastSeen, batteryPct, signalPct, installerName, companyName } = device;
  return (
    <RowCard>
      <RowCardHead>
        <DeviceLink device={device} />
        <StatusBadge status={status} />
      </RowCardHead>
      <RowCardFacts>
        <AssignedUser device={device} />
        <LastSeen at={lastSeen} />
      </RowCardFacts>
      <RowCardFacts>
        <span>
          {texts.columns.battery} {percent(batteryPct)}, {texts.columns.signal} {percent(signalPct)}
        </span>
        <span>{companyName ?? installerName}</span>
      </RowCardFacts>
    </RowCard>
  );
}

function DeviceLink({ device: { serialNumber, nickname, replacedBy } }: { device: DeskDevice }) {
  return (
    <Link to={supportPaths.device} params={{ serial: serialNumber }} className={classes.link ?? ''}>
      <DeviceName name={nickname ?? supportDeskTexts.unnamed} serialNumber={serialNumber}>
        {replacedBy !== null && <Badge color="gray">{texts.replaced}</Badge>}
      </DeviceName>
    </Link>
  );
}

function AssignedUser({ device: { assignment, userEmail } }: { device: DeskDevice }) {
  if (userEmail === null) return <span className={classes.dimmed}>{texts.assignments.none}</span>;
  return (
    <span className={classes.stack}>
      {userEmail}
      {assignment === 'waiting' && <span className={classes.dimmed}>{texts.assignments.waiting}</span>}
    </span>
  );
}

const LastSeen = ({ at }: { at: string | null }) => (at === null ? <None /> : <Age at={at} />);

const None = () => <span className={classes.dimmed}>–</span>;

const percent = (value: number | null): string => (value === null ? '–' : `${Math.round(value)}%`);
