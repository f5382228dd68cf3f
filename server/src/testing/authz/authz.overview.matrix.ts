import { getOverview } from '@trace/contract/fleet/fleet.overview.api';
import type { Row } from './authz.matrix.ts';

/**
 * 'List devices' of table 1: each user counts the devices that their list shows. See devices.overview.test for the
 * counts.
 */
export const overviewRows: readonly Row[] = [{ endpoint: getOverview, cells: 'uAAAAAAAAAAA', call: () => ({}) }];
