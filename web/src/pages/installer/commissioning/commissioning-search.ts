import { TABLE_SEARCH_MAX_LENGTH } from '@trace/contract/fleet/fleet.table.rules';

export interface CommissioningSearch {
  device?: string;
}

/** Reads the serial from an address, which a user may have typed. The page finds only a device of the installer's list. */
export function readCommissioningSearch({ device }: Record<string, unknown>): CommissioningSearch {
  return typeof device === 'string' ? { device: device.slice(0, TABLE_SEARCH_MAX_LENGTH) } : {};
}
