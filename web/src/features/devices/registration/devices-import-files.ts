import { saveTextFile } from '#lib/http/save-file.ts';
import { csvLoadTexts } from '@trace/contract/kernel/csv-load.texts';
import { importTexts as texts } from '@trace/contract/devices/registration/devices.import.texts';
import { csvCell } from '@trace/contract/fleet/fleet.table.rules';
import { importRules } from '@trace/contract/devices/registration/devices.registration.rules';
import type { ImportReport } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';

/** Without this mark a spreadsheet does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const example = ['Trace_7C04', 'Novak caravan', '', 'mia.novak@post.example'];

const csvOf = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

/** Saves a template with the column names and one example row. */
export function saveTemplate(): void {
  saveTextFile(csvOf([importRules.columns, example]), texts.templateName, 'text/csv');
}

/** Saves the outcome of each row of the file. */
export function saveReport({ rows }: ImportReport, fileName: string): void {
  const columns = [csvLoadTexts.line, texts.serial, csvLoadTexts.outcome, csvLoadTexts.problem];
  const lines = rows.map((row) => [
    `${row.line}`,
    row.serialNumber ?? '',
    registrationTexts.outcomes[row.outcome],
    row.problem ?? '',
  ]);
  saveTextFile(csvOf([columns, ...lines]), texts.reportName(fileName), 'text/csv');
}
