import type { OfflineCauses } from '@trace/contract/offline-causes/offline-causes.schema';

/** A device as its finder knows it. */
export interface ExplainedDevice {
  readonly id: number;
  readonly serial: string;
  readonly replacedBy: string | null;
  /** The reader is the user since this instant, so earlier errors and power cuts are another user's. Null: no user. */
  readonly ownSince: Date | null;
}

export interface OfflineCausesPort {
  /** Explains why a device is silent, for readers who may see its status. Contains no position. */
  explain(device: ExplainedDevice): Promise<OfflineCauses>;
}
