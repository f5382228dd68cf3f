import {
  DeviceLastSeenCell,
  DeviceNetworkCell,
  DeviceStatusCell,
} from '#features/device-status/device-status-cells.tsx';
import { useZoneChanges } from '#lib/session/session.ts';
import { DataTable } from '#ui/data/data-table.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/row-cards.tsx';
import { Table } from '@mantine/core';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { lazy, memo, Suspense } from 'react';
import { DevicesActions, DevicesCardActions } from './devices-actions.tsx';
import { DeviceDetails, DeviceErrors, DeviceHub, DeviceState, DeviceUser } from './devices-cells.tsx';
import { useDevicesDialogs, type Ask } from './devices-questions.ts';
import classes from './devices.module.css';

const DevicesDialogs = lazy(() => import('./devices-dialogs.tsx'));

/** The rows of one page (IDEV-01), each a card on a phone or small tablet. A dialog stays open when its row disappears. */
export function DevicesTable({ devices }: { devices: readonly TableRow[] }) {
  const isNarrow = useIsNarrow();
  const questions = useDevicesDialogs();
  return (
    <>
      {isNarrow ? <Cards devices={devices} ask={questions.ask} /> : <Rows devices={devices} ask={questions.ask} />}
      <Suspense>{questions.asked && <DevicesDialogs {...questions} />}</Suspense>
    </>
  );
}

interface RowsProps {
  devices: readonly TableRow[];
  ask: Ask;
}

interface RowProps {
  device: TableRow;
  ask: Ask;
}

function Rows({ devices, ask }: RowsProps) {
  const { columns } = texts;
  return (
    <DataTable minWidth={940} isDense endsInActions>
      <Table.Thead>
        <Table.Tr>
          {Object.entries(columns).map(([key, column]) => (
            <Table.Th key={key} scope="col">
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {devices.map((device) => (
          <DeviceRow key={device.serialNumber} device={device} ask={ask} />
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

/**
 * Renders when its own device changes. A status arrives about each second, and rendering all rows for it would keep a
 * slow computer busy.
 */
const DeviceRow = memo(function DeviceRow({ device, ask }: RowProps) {
  // The page renders when the time zone changes, but passes the row by.
  useZoneChanges();
  return (
    <Table.Tr>
      <Table.Td>
        <DeviceDetails device={device} />
      </Table.Td>
      <Table.Td>
        <DeviceHub device={device} />
      </Table.Td>
      <Table.Td>
        <DeviceState device={device} />
      </Table.Td>
      <Table.Td>
        <DeviceNetworkCell status={device.status} />
      </Table.Td>
      <Table.Td>
        <DeviceUser device={device} />
      </Table.Td>
      <Table.Td className={classes.seen ?? ''}>
        <DeviceLastSeenCell status={device.status} />
      </Table.Td>
      <Table.Td>
        <DeviceErrors device={device} />
      </Table.Td>
      <Table.Td>
        <DevicesActions device={device} ask={ask} />
      </Table.Td>
    </Table.Tr>
  );
});

/** Shows name, status, last seen and assigned user, with the actions behind one button. */
function Cards({ devices, ask }: RowsProps) {
  return (
    <RowCards>
      {devices.map((device) => (
        <DeviceCard key={device.serialNumber} device={device} ask={ask} />
      ))}
    </RowCards>
  );
}

/** Renders when its own device changes, as a row does. */
const DeviceCard = memo(function DeviceCard({ device, ask }: RowProps) {
  useZoneChanges();
  return (
    <RowCard>
      <RowCardHead>
        <DeviceDetails device={device} />
        <DeviceStatusCell status={device.status} />
      </RowCardHead>
      <RowCardFacts>
        <DeviceUser device={device} />
        <span>
          {texts.columns.lastSeen}: <DeviceLastSeenCell status={device.status} />
        </span>
      </RowCardFacts>
      <DevicesCardActions device={device} ask={ask} />
    </RowCard>
  );
});
