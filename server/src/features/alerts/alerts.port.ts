export interface AlertsMonitor {
  /** The kind of job that delivers push messages. */
  readonly pushJob: string;
  /**
   * Counts the browsers that get push messages, and those of them that are left alone for a while, because their push
   * service did not accept the last messages.
   */
  countBrowsers(): Promise<{ browsers: number; resting: number }>;
}
