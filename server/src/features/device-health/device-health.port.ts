/** What other features may know of what devices told of themselves. */
export interface DeviceHealthPort {
  /** Error lines of devices of the last days, the newest first, without what may be a position or a secret. */
  errorsOf(deviceIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>;
}
