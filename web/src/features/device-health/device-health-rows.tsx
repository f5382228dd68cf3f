import { supportPaths } from '#lib/support-paths.ts';
import { Age } from '#ui/data/age.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { DeviceName } from '#ui/data/device-name.tsx';
import { useHeldRows } from '#ui/data/table/held-rows.ts';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { Badge, Table } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconDownload,
  IconMoon,
  IconWifiOff,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { HealthState } from '@trace/contract/device-health/device-health.rules';
import type { HealthRecord } from '@trace/contract/device-health/device-health.schema';
import { deviceHealthTexts as texts } from '@trace/contract/device-health/device-health.texts';
import classes from './device-health.module.css';

/** The colours of the specification; the kit's yellow is amber. */
const looks: Record<HealthState, { icon: TablerIcon; color: 'green' | 'red' | 'yellow' | 'gray' }> = {
  online: { icon: IconCircleCheck, color: 'green' },
  offline: { icon: IconWifiOff, color: 'red' },
  warning: { icon: IconAlertTriangle, color: 'yellow' },
  error: { icon: IconCircleX, color: 'red' },
  awaiting: { icon: IconClock, color: 'gray' },
  updating: { icon: IconDownload, color: 'gray' },
  sleeping: { icon: IconMoon, color: 'gray' },
};

interface HealthRowsProps {
  records: readonly HealthRecord[];
  /** Names the search. Null while the rows are those of another search. */
  list: string | null;
}

const keyOf = ({ serialNumber }: HealthRecord): string => serialNumber;

/** The rows of the health page, cards on a narrow screen. The device leads to its page. */
export function HealthRows({ records, list }: HealthRowsProps) {
  const { columns } = texts;
  const { ref, rows } = useHeldRows({ rows: records, keyOf, list });
  if (useIsNarrow()) {
    return (
      <RowCards label={texts.title} ref={ref}>
        {rows.map((record) => (
          <RowCard key={record.serialNumber}>
            <RowCardHead>
              <DeviceOf record={record} />
              <StateBadge state={record.status} />
            </RowCardHead>
            <RowCardFacts>
              <span>
                {columns.battery} {texts.percent(record.batteryPct)}, {columns.signal} {texts.percent(record.signalPct)}
                , {columns.errors} {record.errors}
              </span>
            </RowCardFacts>
            <RowCardFacts>
              <span>
                {columns.lastSeen} <When at={record.lastSeen} />
              </span>
              <span>
                {columns.updated} <When at={record.updatedAt} />
              </span>
            </RowCardFacts>
          </RowCard>
        ))}
      </RowCards>
    );
  }
  return (
    <DataTable minWidth={820} label={texts.title}>
      <Table.Thead>
        <Table.Tr>
          {Object.values(columns).map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={ref}>
        {rows.map((record) => (
          <Table.Tr key={record.serialNumber}>
            <Table.Td>
              <DeviceOf record={record} />
            </Table.Td>
            <Table.Td>
              <StateBadge state={record.status} />
            </Table.Td>
            <Table.Td>{texts.percent(record.batteryPct)}</Table.Td>
            <Table.Td>{texts.percent(record.signalPct)}</Table.Td>
            <Table.Td>{record.errors.toLocaleString('en')}</Table.Td>
            <Table.Td>
              <When at={record.lastSeen} />
            </Table.Td>
            <Table.Td>
              <When at={record.updatedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function DeviceOf({ record: { serialNumber, nickname, status } }: { record: HealthRecord }) {
  const { icon: Icon, color } = looks[status];
  return (
    <Link to={supportPaths.device} params={{ serial: serialNumber }} className={classes.link ?? ''}>
      <span className={classes.icon} data-color={color}>
        <Icon size={20} stroke={1.7} aria-hidden="true" />
      </span>
      <DeviceName name={nickname ?? texts.unnamed} serialNumber={serialNumber} />
    </Link>
  );
}

function StateBadge({ state }: { state: HealthState }) {
  const { color } = looks[state];
  return <Badge color={color === 'yellow' ? 'amber' : color}>{texts.states[state]}</Badge>;
}

const When = ({ at }: { at: string | null }) => (at === null ? texts.never : <Age at={at} />);
