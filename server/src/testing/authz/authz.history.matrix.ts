import { dayIn } from '@trace/contract/kernel/calendar';
import { exportHistory, getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import type { Row, Subject } from './authz.matrix.ts';

/** Today, for every user that the portal of the tests creates. */
const today = (): string => dayIn('Australia/Sydney', new Date());

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

/**
 * 'History beyond 24 h, its exports' of table 1: allowed only for the device's user with premium. A grant does not
 * include history.
 */
export const historyRows: readonly Row[] = [
  { endpoint: listHistoryDays, cells: 'unPAnffffffn', call: ofDevice },
  { endpoint: getHistoryDay, cells: 'unPAnffffffn', call: ({ serial }) => ({ params: { serial, day: today() } }) },
  {
    endpoint: exportHistory,
    cells: 'unPAnffffffn',
    call: ({ serial }) => ({ params: { serial }, query: { from: today(), to: today(), format: 'csv' } }),
    audit: 'tracking.export',
  },
];
