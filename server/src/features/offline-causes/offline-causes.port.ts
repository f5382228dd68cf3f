import type { OfflineCauses } from '@trace/contract/offline-causes/offline-causes.schema';

/** A device as its finder knows it. */
export interface ExplainedDevice {
  readonly id: number;
  readonly serial: string;
  readonly replacedBy: string | null;
}

export interface OfflineCausesPort {
  /** Explains why a device is silent, for readers who may see its status. Contains no position. */
  explain(device: ExplainedDevice): Promise<OfflineCauses>;
}
