import type { DevicePoll } from '#features/device-status/device-status-poll-schedule.ts';
import {
  DeviceLastSeenCell,
  DeviceNetworkCell,
  DeviceStatusCell,
} from '#features/device-status/device-status-cells.tsx';
import { cueSerialsOf, FirmwareCuePlace } from '#features/firmware/firmware-cue-place.tsx';
import type { PingActions } from '#features/ping/ping-actions.ts';
import { Battery } from '#ui/data/battery.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { DeviceName } from '#ui/data/device-name.tsx';
import { Fact } from '#ui/data/fact.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { RowCard, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { Table } from '@mantine/core';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import { memo, useMemo, type ReactNode } from 'react';
import {
  DeviceActions,
  DeviceCardActions,
  type DeviceActionsProps,
  type DeviceHandlers,
} from './dashboard-device-actions.tsx';
import classes from './dashboard-device-list.module.css';

interface DeviceListProps {
  devices: readonly Device[];
  statuses: ReadonlyMap<string, DeviceStatusView>;
  checks: ReadonlyMap<string, DevicePoll>;
  actions: Pick<PingActions, 'asking' | 'waits'>;
  isPremium: boolean;
  /** A phone shows many devices in few lines each. */
  isCompact: boolean;
  /** The same object for the lifetime of the list, so a row renders again only for changes of its own device. */
  on: DeviceHandlers;
}

/** Devices with their status (UDASH-05): a table, or cards on a phone. */
export function DeviceList(props: DeviceListProps) {
  const isNarrow = useIsNarrow();
  const { devices, statuses, checks, actions, isPremium, isCompact, on } = props;
  const Card = isCompact ? CompactDevice : DeviceCard;
  const Row = isNarrow ? Card : DeviceRow;
  const serials = useMemo(() => cueSerialsOf(devices), [devices]);
  const rows = devices.map((device) => {
    return (
      <Row
        key={device.serialNumber}
        device={device}
        status={statuses.get(device.serialNumber)}
        check={checks.get(device.serialNumber)}
        isAsking={actions.asking.has(device.serialNumber)}
        wait={actions.waits.get(device.serialNumber)}
        isPremium={isPremium}
        serials={serials}
        on={on}
      />
    );
  });
  return isNarrow ? <RowCards>{rows}</RowCards> : <DeviceTable>{rows}</DeviceTable>;
}

function DeviceTable({ children }: { children: ReactNode }) {
  return (
    <DataTable minWidth={960} isDense isTop endsInActions>
      <Table.Thead>
        <Table.Tr>
          {Object.entries(devicesTexts.columns).map(([key, column]) => (
            <Table.Th key={key} scope="col">
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </DataTable>
  );
}

interface RowProps extends DeviceActionsProps {
  status: DeviceStatusView | undefined;
  check: DevicePoll | undefined;
  isPremium: boolean;
  serials: string;
}

const DeviceRow = memo(function DeviceRow({ status, check, isPremium, serials, ...actions }: RowProps) {
  const { device } = actions;
  return (
    <Table.Tr>
      <Table.Td className={classes.device ?? ''}>
        <DeviceName {...device} />
      </Table.Td>
      <Table.Td>
        <DeviceStatusCell status={status} check={check} />
        <FirmwareCuePlace device={device} serials={serials} onOpen={() => actions.on.ask('firmware', device)} />
      </Table.Td>
      <Table.Td>
        <DeviceNetworkCell status={status} />
      </Table.Td>
      <Table.Td>{planOf(isPremium)}</Table.Td>
      <Table.Td>
        <CompanyName device={device} />
      </Table.Td>
      <Table.Td className={classes.seen ?? ''}>
        <DeviceLastSeenCell status={status} />
        <BatteryOf status={status} />
      </Table.Td>
      <Table.Td>
        <DeviceActions {...actions} />
      </Table.Td>
    </Table.Tr>
  );
});

const DeviceCard = memo(function DeviceCard({ status, check, isPremium, serials, ...actions }: RowProps) {
  const { device } = actions;
  const { columns } = devicesTexts;
  return (
    <RowCard>
      <RowCardHead>
        <DeviceName {...device} />
        <DeviceStatusCell status={status} check={check} />
      </RowCardHead>
      <FirmwareCuePlace device={device} serials={serials} onOpen={() => actions.on.ask('firmware', device)} />
      <dl className={classes.facts}>
        <Fact name={columns.lastSeen}>
          <span className={classes.seenLine}>
            <DeviceLastSeenCell status={status} /> <BatteryOf status={status} />
          </span>
        </Fact>
        <Fact name={columns.network}>
          <DeviceNetworkCell status={status} />
        </Fact>
        <Fact name={columns.subscription}>{planOf(isPremium)}</Fact>
        <Fact name={columns.company}>
          <CompanyName device={device} />
        </Fact>
      </dl>
      <DeviceCardActions {...actions} />
    </RowCard>
  );
});

const CompactDevice = memo(function CompactDevice({
  status,
  check,
  isPremium: _isPremium,
  serials,
  ...actions
}: RowProps) {
  const { device, wait } = actions;
  return (
    <RowCard className={classes.compact}>
      <div className={classes.compactFacts}>
        <DeviceName {...device} />
        <DeviceStatusCell status={status} check={check} />
        <FirmwareCuePlace device={device} serials={serials} onOpen={() => actions.on.ask('firmware', device)} />
        <span className={classes.compactLine}>
          <DeviceLastSeenCell status={status} /> <BatteryOf status={status} />
        </span>
      </div>
      <div className={classes.compactActions} data-waiting={wait !== undefined || undefined}>
        <DeviceCardActions {...actions} isCompact />
      </div>
    </RowCard>
  );
});

function BatteryOf({ status }: Pick<RowProps, 'status'>) {
  return status && status.batteryPct !== null && <Battery percent={status.batteryPct} />;
}

const planOf = (isPremium: boolean): string => (isPremium ? planTexts.short.premium : planTexts.short.free);

function CompanyName({ device: { company } }: { device: Device }) {
  if (!company) return <span className={classes.none}>{devicesTexts.noCompany}</span>;
  return <bdi>{company.name}</bdi>;
}
