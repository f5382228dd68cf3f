import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { csvLoadTexts as texts } from '@trace/contract/kernel/csv-load.texts';
import classes from './csv-load-dialog.module.css';
import { CsvRowList, type LoadedLine } from './csv-row-list.tsx';

interface CsvLoadRowsProps {
  rows: readonly LoadedLine[];
  nameLabel: string;
  isDryRun: boolean;
}

/** The outcome of each row of a file, or its expected outcome. */
export function CsvLoadRows({ rows, nameLabel, isDryRun }: CsvLoadRowsProps) {
  if (rows.length === 0) return <OutcomeLine tone="bad">{texts.none}</OutcomeLine>;
  const bad = rows.filter(({ isRefused }) => isRefused).length;
  const good = rows.length - bad;
  return (
    <div className={classes.report}>
      <OutcomeLine tone={toneOfRows(good, bad)}>
        {isDryRun ? texts.foreseen(good, bad) : texts.loaded(good, bad)}
      </OutcomeLine>
      <CsvRowList rows={rows} nameLabel={nameLabel} onlyRefusedLabel={texts.onlyRefused} beginsWithRefused={isDryRun} />
    </div>
  );
}

export function toneOfRows(good: number, bad: number): 'good' | 'part' | 'bad' {
  if (bad === 0) return 'good';
  return good === 0 ? 'bad' : 'part';
}
