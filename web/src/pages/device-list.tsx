import type { DevicePoll } from '#features/device-status/device-status-poll-schedule.ts';
import {
  DeviceLastSeenCell,
  DeviceNetworkCell,
  DeviceStatusCell,
} from '#features/device-status/device-status-cells.tsx';
import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { ReactNode } from 'react';
import classes from './device-list.module.css';

export interface DeviceListProps {
  devices: readonly Device[];
  statuses: ReadonlyMap<string, DeviceStatusView>;
  checks?: ReadonlyMap<string, DevicePoll>;
  renderActions?: (device: Device) => ReactNode;
}

/** Devices with how they are: a table, on a phone a card each. */
export function DeviceList(props: DeviceListProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return isPhone ? <DeviceCards {...props} /> : <DeviceTable {...props} />;
}

function DeviceTable({ devices, statuses, checks, renderActions }: DeviceListProps) {
  const { columns } = devicesTexts;
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table className={classes.table ?? ''} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.device}</Table.Th>
            <Table.Th>{columns.status}</Table.Th>
            <Table.Th>{columns.network}</Table.Th>
            <Table.Th>{columns.lastSeen}</Table.Th>
            {renderActions && <Table.Th className={classes.actions ?? ''}>{columns.actions}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {devices.map((device) => (
            <Table.Tr key={device.serialNumber}>
              <Table.Td>
                <DeviceName device={device} />
              </Table.Td>
              <Table.Td>
                <DeviceStatusCell status={statuses.get(device.serialNumber)} check={checks?.get(device.serialNumber)} />
              </Table.Td>
              <Table.Td>
                <DeviceNetworkCell status={statuses.get(device.serialNumber)} />
              </Table.Td>
              <Table.Td>
                <DeviceLastSeenCell status={statuses.get(device.serialNumber)} />
              </Table.Td>
              {renderActions && (
                <Table.Td>
                  <div className={classes.actions}>{renderActions(device)}</div>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function DeviceCards({ devices, statuses, checks, renderActions }: DeviceListProps) {
  return (
    <ul className={classes.cards}>
      {devices.map((device) => (
        <li key={device.serialNumber} className={classes.card}>
          <div className={classes.head}>
            <DeviceName device={device} />
            <DeviceStatusCell status={statuses.get(device.serialNumber)} check={checks?.get(device.serialNumber)} />
          </div>
          <p className={classes.facts}>
            <DeviceNetworkCell status={statuses.get(device.serialNumber)} />
            <span>
              {devicesTexts.columns.lastSeen}: <DeviceLastSeenCell status={statuses.get(device.serialNumber)} />
            </span>
          </p>
          {renderActions && <div className={classes.cardActions}>{renderActions(device)}</div>}
        </li>
      ))}
    </ul>
  );
}

function DeviceName({ device }: { device: Device }) {
  return (
    <span className={classes.name}>
      <span className={classes.nickname}>{device.name}</span>
      <span className={classes.serial}>{device.serialNumber}</span>
    </span>
  );
}
