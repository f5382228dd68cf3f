import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { toneOfRows } from '#ui/dialogs/csv-load-rows.tsx';
import { CsvRowList, type LoadedLine } from '#ui/dialogs/csv-row-list.tsx';
import { importTexts as texts } from '@trace/contract/devices/registration/devices.import.texts';
import type { ImportReport, ImportRow } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { useMemo } from 'react';
import classes from './devices-import.module.css';

/** Shows the expected outcome of a dry run, or the outcome of an import, in counts and row by row. */
export function DevicesImportReport({ report }: { report: ImportReport }) {
  const { good, refused } = report.counts;
  const lines = useMemo(() => report.rows.map(lineOf), [report.rows]);
  return (
    <div className={classes.report}>
      <OutcomeLine tone={toneOfRows(good, refused)}>{summaryOf(report)}</OutcomeLine>
      {report.guessedName !== null && <OutcomeLine tone="part">{texts.guessed(report.guessedName)}</OutcomeLine>}
      <CsvRowList rows={lines} nameLabel={texts.serial} onlyRefusedLabel={texts.onlyRefused} beginsWithRefused />
    </div>
  );
}

const lineOf = ({ line, serialNumber, outcome, problem }: ImportRow): LoadedLine => ({
  line,
  name: serialNumber,
  outcome: registrationTexts.outcomes[outcome],
  isRefused: outcome === 'refused',
  hasProblem: problem !== null,
  note: problem,
});

function summaryOf({ dryRun, counts: { good, refused } }: ImportReport): string {
  if (!dryRun) return `${texts.imported(good)} ${texts.refused(refused)}`;
  if (good === 0) return `${texts.refused(refused)} ${texts.nothingToImport}`;
  return `${texts.wouldImport(good)} ${texts.refused(refused)} ${texts.nothingYet}`;
}
