import { isSupportStaffFunction } from '@trace/contract/support-staff/support-staff.functions.api';
import type { Row } from './authz.matrix.ts';

/** Anyone may ask about the own address. */
export const supportStaffRows: readonly Row[] = [
  { endpoint: isSupportStaffFunction, cells: 'uAAAAAAAAAAA', call: ({ email }) => ({ body: { user_email: email } }) },
];
