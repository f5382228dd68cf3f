/** Words of the ping history as a file. */
export const pingExportTexts = {
  save: 'Download ping history first',
  name: (serial: string) => `ping-history-${serial}.csv`,
  columns: ['Time', 'Latitude', 'Longitude', 'Accuracy in metres', 'GPS fix'],
  none: 'There is no ping history to download.',
  failed: 'The ping history could not be downloaded.',
} as const;
