import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface DataTableProps {
  /** In a narrower window, the table scrolls inside its card. */
  minWidth: number;
  label?: string;
  /** For many columns: the columns come closer to the card's edge. */
  isDense?: boolean;
  /** Aligns cells to the top, for a table where one cell can be much higher than its neighbours. */
  isTop?: boolean;
  /** The last column contains the row's actions. The column is aligned to the edge and stays in view. */
  endsInActions?: boolean;
  columnGap?: 'xs' | 'md';
  children: ReactNode;
}

/** A table that fills a card, in line with the card's title. On a phone rows are `RowCards` instead. */
export function DataTable(props: DataTableProps) {
  const { minWidth, label, isDense, isTop, endsInActions, columnGap = 'xs', children } = props;
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" className={classes.scroll ?? ''}>
      <Table
        className={classes.table ?? ''}
        aria-label={label}
        data-dense={isDense || undefined}
        data-top={isTop || undefined}
        data-actions={endsInActions || undefined}
        verticalSpacing="sm"
        horizontalSpacing={columnGap}
      >
        {children}
      </Table>
    </Table.ScrollContainer>
  );
}
