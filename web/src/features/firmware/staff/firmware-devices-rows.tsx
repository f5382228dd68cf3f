import { formatMoment } from '#lib/moment-format.ts';
import { useNow } from '#lib/now.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { Age } from '#ui/data/age.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { DeviceName } from '#ui/data/device-name.tsx';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { rolloutTexts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { RolloutDevice } from '@trace/contract/firmware/staff/firmware.staff.schema';
import classes from '../rollouts/firmware-rollout.module.css';

const texts = rolloutTexts.list;

const colors = {
  waiting: 'gray',
  offered: 'violet',
  downloading: 'violet',
  installing: 'violet',
  rebooting: 'violet',
  verifying: 'violet',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
} as const;

/** The devices of a rollout, cards on a phone. The name leads to the device's page. */
export function FirmwareDevicesRows({ devices }: { devices: readonly RolloutDevice[] }) {
  if (useIsPhone()) {
    return (
      <RowCards label={texts.table}>
        {devices.map((device) => (
          <RowCard key={device.serialNumber}>
            <RowCardHead>
              <DeviceLink device={device} />
              <State device={device} />
            </RowCardHead>
            <Why device={device} />
            <RowCardFacts>
              <span>
                {texts.tries} {device.tries}, {texts.version.toLowerCase()}{' '}
                {device.currentVersion ?? texts.unknownVersion}
              </span>
              <Age at={device.changedAt} />
            </RowCardFacts>
          </RowCard>
        ))}
      </RowCards>
    );
  }
  return (
    <DataTable minWidth={700} label={texts.table} isDense isTop>
      <Table.Thead>
        <Table.Tr>
          {[texts.device, texts.state, texts.why, texts.tries, texts.version, texts.changed].map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
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
              <State device={device} />
            </Table.Td>
            <Table.Td>
              <Why device={device} />
            </Table.Td>
            <Table.Td>{device.tries}</Table.Td>
            <Table.Td>{device.currentVersion ?? texts.unknownVersion}</Table.Td>
            <Table.Td>
              <Age at={device.changedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function DeviceLink({ device: { name, serialNumber } }: { device: RolloutDevice }) {
  return (
    <Link to={supportPaths.device} params={{ serial: serialNumber }} className={classes.link ?? ''}>
      <DeviceName name={name} serialNumber={serialNumber} />
    </Link>
  );
}

function State({ device: { state, progressPct } }: { device: RolloutDevice }) {
  const progress = state === 'downloading' && progressPct !== null ? ` ${texts.progress(progressPct)}` : '';
  return (
    <Badge color={colors[state]}>
      {texts.states[state]}
      {progress}
    </Badge>
  );
}

/** Why a device waits or failed, with the device's own words. */
function Why({ device: { state, waitingFor, failure, detail, nextTryAt } }: { device: RolloutDevice }) {
  const nowMs = useNow('halfMinute');
  const reasons = [
    ...(state === 'waiting' && waitingFor !== null ? [rolloutTexts.wait(waitingFor).text] : []),
    ...(failure !== null && state !== 'done' ? [rolloutTexts.failure(failure).text] : []),
    ...(detail !== null && detail !== '' ? [texts.quote(detail)] : []),
    ...(state === 'waiting' && nextTryAt !== null ? [texts.nextTry(formatMoment(nextTryAt, nowMs))] : []),
  ];
  return <span className={classes.why}>{reasons.join(' ')}</span>;
}
