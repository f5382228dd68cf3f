/** States that a device reports of an offered update. */
export const updateReportStates = ['downloading', 'installing', 'rebooting', 'verifying', 'done', 'failed'] as const;
export type UpdateReportState = (typeof updateReportStates)[number];

/** Why an update failed, in the words of the protocol. The device keeps or restores its old version. */
export const updateFailures = [
  'bad_signature',
  'wrong_device',
  'not_newer',
  'expired',
  'wrong_hash',
  'wrong_size',
  'no_space',
  'download_failed',
  'install_failed',
  'went_back',
  'other',
] as const;
export type UpdateFailure = (typeof updateFailures)[number];
