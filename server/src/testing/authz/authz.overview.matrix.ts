import { getOverview } from '@trace/contract/fleet/fleet.overview.api';
import type { Row } from './authz.matrix.ts';

/** 'List devices' of table 1: each counts what their list shows; who counts what: devices.overview.test. */
export const overviewRows: readonly Row[] = [{ endpoint: getOverview, cells: 'uAAAAAAAAAAA', call: () => ({}) }];
