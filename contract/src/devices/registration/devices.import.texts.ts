import { importRules } from './devices.registration.rules.ts';

const rows = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`);

/** Texts of the import dialog. The server's texts are in registrationTexts. */
export const importTexts = {
  open: 'Import a CSV file',
  openTitle: 'Many devices at once?',
  openText: 'Register and assign them from a CSV file. You see the result before anything is saved.',
  title: 'Import devices',
  choose: 'Choose a file',
  chooseOther: 'Choose another file',
  drop: 'or drop a CSV file here',
  template: 'Download a template',
  templateName: 'trace-devices.csv',
  tooBig: `The file is larger than ${importRules.mostBytes / 2 ** 20} MB. Split it into parts.`,
  sending: 'Sending the file...',
  checking: 'Checking',
  importing: 'Importing',
  progressOf: (done: number, total: number) => `${done.toLocaleString('en')} of ${rows(total)}`,
  progress: 'Progress of the import',
  stay: 'Stay on this page until the import is done, so that you see the results.',
  wouldImport: (good: number) => `${rows(good)} can be imported.`,
  imported: (good: number) => `${rows(good)} imported.`,
  refused: (refused: number) => (refused === 0 ? 'No rows refused.' : `${rows(refused)} refused.`),
  nothingYet: 'Nothing has been saved yet.',
  guessed: (name: string) =>
    `The file does not say how its letters are encoded. Check this name: ${name}. If it is wrong, save the file as "CSV UTF-8".`,
  import: (good: number) => `Import ${rows(good)}`,
  nothingToImport: 'No row can be imported. Correct the file and choose it again.',
  report: 'Download the report',
  /** Spreadsheet programs offer .csv, .txt (Unicode Text) and .tsv. */
  accepted: '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values',
  reportName: (file: string) => `${file.replace(/\.(csv|txt|tsv)$/i, '')}-report.csv`,
  serial: 'Serial',
  onlyRefused: 'Refused rows only',
  failed: 'Import Failed',
  interrupted:
    'The connection was lost during the import. Some devices may have been registered. Import the file again to see which ones.',
  close: 'Close',
} as const;
