import { DeviceClockMark } from '#features/device-status/device-status-clock-mark.tsx';
import { DeviceLastSeenCell, DeviceNetworkCell } from '#features/device-status/device-status-cells.tsx';
import { cueSerialsOf, FirmwareCuePlace } from '#features/firmware/firmware-cue-place.tsx';
import { DeviceBatteryCell, DeviceLevels, DeviceSignalCell } from '#features/device-status/device-status-levels.tsx';
import { useZoneChanges } from '#lib/session/session.ts';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { useHeldRows } from '#ui/data/table/held-rows.ts';
import { useIsNarrow } from '#ui/is-phone.ts';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { Checkbox, Table } from '@mantine/core';
import type { TablePage, TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { bulkTexts } from '@trace/contract/fleet/fleet.bulk.texts';
import { lazy, memo, Suspense, useMemo, type ReactNode, type Ref } from 'react';
import { DevicesActions, DevicesCardActions } from './devices-actions.tsx';
import { DeviceDetails, DeviceErrors, DeviceHub, DeviceState, DeviceUser } from './devices-cells.tsx';
import { DevicesHeads } from './devices-heads.tsx';
import { useDevicesDialogs, type Ask } from './devices-questions.ts';
import { isSelectable, useSelection, type Selection } from './devices-selection.ts';
import classes from './devices.module.css';

const BulkBar = lazy(() => import('./bulk/bulk-bar.tsx'));
const DevicesDialogs = lazy(() => import('./devices-dialogs.tsx'));

interface DevicesTableProps {
  page: TablePage;
  /** Names the filter, sort and page. Null while the rows are those of another page. */
  list: string | null;
  /** Stands in for the rows of a page without rows. */
  empty: ReactNode;
}

const keyOf = ({ serialNumber }: TableRow): string => serialNumber;

/** The rows of one page (IDEV-01), each a card on a phone or small tablet. A dialog stays open when its row disappears. */
export function DevicesTable({ page, list, empty }: DevicesTableProps) {
  const isNarrow = useIsNarrow();
  const { ref, rows: devices } = useHeldRows({ rows: page.devices, keyOf, list, total: page.counts.total });
  const questions = useDevicesDialogs();
  const selection = useSelection(devices);
  const serials = useMemo(() => cueSerialsOf(devices), [devices]);
  const rows = { devices, serials, selection, ask: questions.ask };
  return (
    <>
      <Suspense>{selection.selected.length > 0 && <BulkBar selection={selection} />}</Suspense>
      {page.devices.length === 0 && empty}
      {page.devices.length > 0 && (isNarrow ? <Cards {...rows} ref={ref} /> : <Rows {...rows} ref={ref} />)}
      <Suspense>{questions.asked && <DevicesDialogs {...questions} devices={page.devices} />}</Suspense>
    </>
  );
}

interface RowsProps {
  devices: readonly TableRow[];
  /** Of all rows, for the cues of firmware. */
  serials: string;
  selection: Selection;
  ask: Ask;
}

interface RowProps {
  device: TableRow;
  serials: string;
  isSelected: boolean;
  /** No more devices can be selected. */
  isFull: boolean;
  toggle: Selection['toggle'];
  ask: Ask;
}

const rowPropsOf = (device: TableRow, { serials, selection, ask }: Omit<RowsProps, 'devices'>): RowProps => ({
  device,
  serials,
  isSelected: selection.has(device),
  isFull: selection.isFull,
  toggle: selection.toggle,
  ask,
});

function Rows({ devices, serials, selection, ask, ref }: RowsProps & { ref: Ref<HTMLTableSectionElement> }) {
  const { isPageSelected, isFull, onPage, has, togglePage } = selection;
  const isAnySelected = onPage.some(has);
  return (
    <DataTable minWidth={990} isDense endsInActions>
      <Table.Thead>
        <Table.Tr>
          <Table.Td className={classes.selectCell ?? ''}>
            <Checkbox
              size="xs"
              aria-label={bulkTexts.selectAll}
              checked={isPageSelected}
              indeterminate={!isPageSelected && isAnySelected}
              disabled={onPage.length === 0 || (isFull && !isAnySelected)}
              onChange={({ currentTarget }) => togglePage(currentTarget.checked)}
            />
          </Table.Td>
          <DevicesHeads />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={ref}>
        {devices.map((device) => (
          <DeviceRow key={device.serialNumber} {...rowPropsOf(device, { serials, selection, ask })} />
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

/**
 * Renders when its own device changes. A status arrives about each second, and rendering all rows for it would keep a
 * slow computer busy.
 */
const DeviceRow = memo(function DeviceRow(props: RowProps) {
  const { device, serials, isSelected, ask } = props;
  // The page renders when the time zone changes, but passes the row by.
  useZoneChanges();
  return (
    <Table.Tr data-selected={isSelected || undefined}>
      <Table.Td className={classes.selectCell ?? ''}>
        <SelectDevice {...props} />
      </Table.Td>
      <Table.Td className={classes.details ?? ''}>
        <DeviceDetails device={device} />
      </Table.Td>
      <Table.Td>
        <DeviceHub device={device} />
      </Table.Td>
      <Table.Td>
        <DeviceState device={device}>
          <DeviceClockMark {...device} />
        </DeviceState>
        <FirmwareCuePlace device={device} serials={serials} onOpen={() => ask('firmware', device)} />
      </Table.Td>
      <Table.Td>
        <DeviceNetworkCell status={device.status} />
      </Table.Td>
      <Table.Td className={classes.level ?? ''}>
        <DeviceSignalCell status={device.status} />
      </Table.Td>
      <Table.Td className={classes.level ?? ''}>
        <DeviceBatteryCell status={device.status} />
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

/** Selects a device for an action on several devices. Empty for a device that the installer cannot change. */
function SelectDevice({ device, isSelected, isFull, toggle }: RowProps) {
  if (!isSelectable(device)) return null;
  return (
    <Checkbox
      size="xs"
      aria-label={bulkTexts.select(device.name)}
      checked={isSelected}
      disabled={isFull && !isSelected}
      onChange={() => toggle(device)}
    />
  );
}

/** Shows name, status, levels, hub, user and last seen, with the actions behind one button. */
function Cards({ devices, serials, selection, ask, ref }: RowsProps & { ref: Ref<HTMLUListElement> }) {
  return (
    <RowCards ref={ref}>
      {devices.map((device) => (
        <DeviceCard key={device.serialNumber} {...rowPropsOf(device, { serials, selection, ask })} />
      ))}
    </RowCards>
  );
}

/** Renders when its own device changes, as a row does. */
const DeviceCard = memo(function DeviceCard(props: RowProps) {
  const { device, serials, ask } = props;
  useZoneChanges();
  return (
    <RowCard>
      <RowCardHead>
        <span className={classes.cardName}>
          <SelectDevice {...props} />
          <DeviceDetails device={device} />
        </span>
        <DeviceState device={device} />
      </RowCardHead>
      <RowCardFacts className={classes.cardFacts}>
        <DeviceLevels status={device.status} />
        <DeviceHub device={device} />
        <DeviceClockMark {...device} />
        <FirmwareCuePlace device={device} serials={serials} onOpen={() => ask('firmware', device)} />
      </RowCardFacts>
      <RowCardFacts>
        <DeviceUser device={device} />
        <span>
          {texts.columns.lastSeen}: <DeviceLastSeenCell status={device.status} />
        </span>
      </RowCardFacts>
      {device.errorLogs.length > 0 && <DeviceErrors device={device} />}
      <DevicesCardActions device={device} ask={ask} />
    </RowCard>
  );
});
