const rows = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`);

/** Texts of the dialog that checks and loads a CSV file. */
export const csvLoadTexts = {
  choose: 'Choose a file',
  chooseOther: 'Choose another file',
  accepted: '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values',
  tooBig: (mebibytes: number) => `The file is larger than ${mebibytes} MB. Split it into parts.`,
  checking: 'Checking the file...',
  loading: 'Loading the file...',
  foreseen: (good: number, bad: number) =>
    `${rows(good)} can be loaded, ${rows(bad)} refused. Nothing has been saved yet.`,
  loaded: (good: number, bad: number) => `${rows(good)} loaded, ${rows(bad)} refused.`,
  none: 'The file has no rows.',
  load: (good: number) => `Load ${rows(good)}`,
  table: 'Rows of the file',
  line: 'Row',
  outcome: 'Outcome',
  problem: 'Problem',
  onlyRefused: 'Refused rows only',
  more: (left: number) => `Show more, ${left.toLocaleString('en')} left`,
  failed: 'The file was not loaded',
  close: 'Close',
} as const;
