import { RowCard, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { Button, Switch, Table } from '@mantine/core';
import { csvLoadTexts as texts } from '@trace/contract/kernel/csv-load.texts';
import { useState, type ReactNode } from 'react';
import classes from './csv-row-list.module.css';

/** A row of the file and its outcome. */
export interface LoadedLine {
  readonly line: number;
  readonly name: string | null;
  readonly outcome: string;
  readonly isRefused: boolean;
  /** True also for a row that was loaded in part. Such a row is listed with the refused ones. */
  readonly hasProblem: boolean;
  /** Why the row was refused, or what to keep of it. */
  readonly note: ReactNode;
}

interface CsvRowListProps {
  rows: readonly LoadedLine[];
  nameLabel: string;
  onlyRefusedLabel: string;
  /** Whether the list begins with the refused rows alone. */
  beginsWithRefused: boolean;
}

/** Rows drawn at a time: a page with ten thousand would stand still. */
const ROWS_AT_ONCE = 100;

/** The rows of a CSV file with their outcomes: a table, or cards on a phone. */
export function CsvRowList({ rows, nameLabel, onlyRefusedLabel, beginsWithRefused }: CsvRowListProps) {
  const hasRefused = rows.some(({ isRefused }) => isRefused);
  const [isOnlyRefused, setOnlyRefused] = useState(beginsWithRefused && hasRefused);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const isPhone = useIsPhone();
  const listed = isOnlyRefused ? rows.filter(({ hasProblem }) => hasProblem) : rows;
  return (
    <>
      {hasRefused && (
        <Switch
          label={onlyRefusedLabel}
          checked={isOnlyRefused}
          onChange={({ currentTarget }) => setOnlyRefused(currentTarget.checked)}
        />
      )}
      {isPhone ? (
        <LineCards rows={listed.slice(0, shown)} />
      ) : (
        <LineTable rows={listed.slice(0, shown)} nameLabel={nameLabel} />
      )}
      {listed.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {texts.more(listed.length - shown)}
        </Button>
      )}
    </>
  );
}

function LineTable({ rows, nameLabel }: { rows: readonly LoadedLine[]; nameLabel: string }) {
  return (
    <Table.ScrollContainer
      minWidth={480}
      maxHeight={320}
      type="native"
      className={classes.scroll ?? ''}
      tabIndex={0}
      role="region"
      aria-label={texts.table}
    >
      <Table stickyHeader className={classes.table ?? ''} aria-label={texts.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.line}</Table.Th>
            <Table.Th>{nameLabel}</Table.Th>
            <Table.Th>{texts.outcome}</Table.Th>
            <Table.Th>{texts.problem}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ line, name, outcome, isRefused, note }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td className={classes.code ?? ''}>{name}</Table.Td>
              <Table.Td className={classes.outcome ?? ''} data-refused={isRefused || undefined}>
                {outcome}
              </Table.Td>
              <Table.Td className={classes.note ?? ''}>{note}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function LineCards({ rows }: { rows: readonly LoadedLine[] }) {
  return (
    <div className={classes.scroll}>
      <RowCards label={texts.table}>
        {rows.map(({ line, name, outcome, isRefused, note }) => (
          <RowCard key={line} className={classes.card}>
            <RowCardHead>
              <span>
                {texts.line} {line} <span className={classes.code}>{name}</span>
              </span>
              <span className={classes.outcome} data-refused={isRefused || undefined}>
                {outcome}
              </span>
            </RowCardHead>
            {note !== null && <span className={classes.note}>{note}</span>}
          </RowCard>
        ))}
      </RowCards>
    </div>
  );
}
