/** IDEV-11: signal and other levels in words. */
export const deviceLevelTexts = {
  signal: {
    good: (percent: number) => `Signal ${percent}%`,
    weak: (percent: number) => `Signal weak, ${percent}%`,
  },
  /** In a column whose head names the value. */
  short: {
    good: (percent: number) => `${percent}%`,
    weak: (percent: number) => `Weak, ${percent}%`,
    low: (percent: number) => `Low, ${percent}%`,
    critical: (percent: number) => `Very low, ${percent}%`,
  },
  unknown: 'Not reported',
} as const;
