import { useIsPhone } from '#ui/is-phone.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { RowCard, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { Button, Switch, Table } from '@mantine/core';
import { importTexts as texts } from '@trace/contract/devices/registration/devices.import.texts';
import type { ImportReport, ImportRow } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { useState } from 'react';
import classes from './devices-import.module.css';

/** Rows drawn at a time: a page with ten thousand would stand still. */
const ROWS_AT_ONCE = 100;

/** Shows the expected outcome of a dry run, or the outcome of an import, in counts and row by row. */
export function DevicesImportReport({ report }: { report: ImportReport }) {
  const { refused } = report.counts;
  const [isOnlyRefused, setOnlyRefused] = useState(refused > 0);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const isPhone = useIsPhone();
  const rows = isOnlyRefused ? report.rows.filter(({ problem }) => problem !== null) : report.rows;
  return (
    <div className={classes.report}>
      <OutcomeLine tone={toneOf(report)}>{summaryOf(report)}</OutcomeLine>
      {report.guessedName !== null && <OutcomeLine tone="part">{texts.guessed(report.guessedName)}</OutcomeLine>}
      {refused > 0 && (
        <Switch
          label={texts.onlyRefused}
          checked={isOnlyRefused}
          onChange={(event) => setOnlyRefused(event.currentTarget.checked)}
        />
      )}
      {isPhone ? <ReportCards rows={rows.slice(0, shown)} /> : <ReportTable rows={rows.slice(0, shown)} />}
      {rows.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {texts.more(rows.length - shown)}
        </Button>
      )}
    </div>
  );
}

function toneOf({ counts: { good, refused } }: ImportReport): 'good' | 'part' | 'bad' {
  if (refused === 0) return 'good';
  return good === 0 ? 'bad' : 'part';
}

function summaryOf({ dryRun, counts: { good, refused } }: ImportReport): string {
  if (!dryRun) return `${texts.imported(good)} ${texts.refused(refused)}`;
  if (good === 0) return `${texts.refused(refused)} ${texts.nothingToImport}`;
  return `${texts.wouldImport(good)} ${texts.refused(refused)} ${texts.nothingYet}`;
}

function ReportTable({ rows }: { rows: readonly ImportRow[] }) {
  const { line, serial, outcome, problem } = texts.columns;
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
            <Table.Th>{line}</Table.Th>
            <Table.Th>{serial}</Table.Th>
            <Table.Th>{outcome}</Table.Th>
            <Table.Th>{problem}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.line}>
              <Table.Td>{row.line}</Table.Td>
              <Table.Td className={classes.serial ?? ''}>{row.serialNumber}</Table.Td>
              <Table.Td className={classes.outcome ?? ''} data-refused={row.outcome === 'refused' || undefined}>
                {registrationTexts.outcomes[row.outcome]}
              </Table.Td>
              <Table.Td>{row.problem}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function ReportCards({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <div className={classes.scroll}>
      <RowCards label={texts.table}>
        {rows.map((row) => (
          <RowCard key={row.line} className={classes.row}>
            <RowCardHead>
              <span>
                {texts.columns.line} {row.line} <span className={classes.serial}>{row.serialNumber}</span>
              </span>
              <span className={classes.outcome} data-refused={row.outcome === 'refused' || undefined}>
                {registrationTexts.outcomes[row.outcome]}
              </span>
            </RowCardHead>
            {row.problem !== null && <span className={classes.problem}>{row.problem}</span>}
          </RowCard>
        ))}
      </RowCards>
    </div>
  );
}
