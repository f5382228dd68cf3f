/** IDEV-11: signal and other levels in words. */
export const deviceLevelTexts = {
  signal: {
    good: (percent: number) => `Signal ${percent}%`,
    weak: (percent: number) => `Signal weak, ${percent}%`,
  },
  /** In a column whose head names the value. */
  short: (percent: number) => `${percent}%`,
  unknown: 'Not reported',
} as const;
