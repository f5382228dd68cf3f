import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usualDirection, type SortDirection, type TableSort } from '@trace/contract/fleet/fleet.table.rules';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { readDeviceFilter } from './device-filter.ts';
import classes from './devices-heads.module.css';

type Column = keyof typeof texts.columns;

/** The sort of each column. The other columns cannot be sorted. */
const sortOf: Partial<Record<Column, TableSort>> = {
  details: 'name',
  hub: 'hub',
  status: 'status',
  network: 'network',
  signal: 'signal',
  battery: 'battery',
  user: 'user',
  lastSeen: 'lastSeen',
};

const opposite = (direction: SortDirection): SortDirection => (direction === 'asc' ? 'desc' : 'asc');

/** The heads of the table. Pressing a head sorts by its column, pressing it again reverses the order (IDEV-11). */
export function DevicesHeads() {
  return Object.entries(texts.columns).map(([key, title]) => {
    const sort = sortOf[key as Column];
    return sort === undefined ? (
      <Table.Th key={key} scope="col">
        {title}
      </Table.Th>
    ) : (
      <SortedHead key={key} sort={sort} title={title} />
    );
  });
}

function SortedHead({ sort, title }: { sort: TableSort; title: string }) {
  const { sort: current = 'lastSeen', direction = usualDirection(current) } = useSearch({
    from: '/installer-area/installer/devices',
  });
  const navigate = useNavigate({ from: '/installer/devices' });
  const isSorted = sort === current;
  const next = isSorted ? opposite(direction) : usualDirection(sort);
  const press = () =>
    void navigate({
      search: (before) =>
        readDeviceFilter({
          ...before,
          after: undefined,
          before: undefined,
          page: undefined,
          sort,
          direction: next === usualDirection(sort) ? undefined : next,
        }),
      replace: true,
    });
  const ariaSort = direction === 'asc' ? 'ascending' : 'descending';
  const sortedIcon = direction === 'asc' ? IconArrowUp : IconArrowDown;
  const Icon = isSorted ? sortedIcon : IconArrowsSort;
  return (
    <Table.Th scope="col" aria-sort={isSorted ? ariaSort : 'none'}>
      <UnstyledButton className={classes.head ?? ''} data-sorted={isSorted || undefined} onClick={press}>
        {title}
        <Icon size={14} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
    </Table.Th>
  );
}
