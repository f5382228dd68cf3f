/** REG-11: limits of the staff page of the registry. */
export const registryRules = {
  pageSize: 50,
  searchMaxLength: 64,
  fileMostBytes: 4 * 2 ** 20,
  /** Labels of one page: 10,000 QR codes are 20 MB. */
  mostLabels: 1_000,
} as const;
