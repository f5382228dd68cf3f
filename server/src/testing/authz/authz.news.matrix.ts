import { listNotifications, readNotifications } from '@trace/contract/notifications/notifications.api';
import type { Row } from './authz.matrix.ts';

/** Signed-in users read the notifications of their audience. Staff send notifications: authz.support.test. */
export const newsRows: readonly Row[] = [
  { endpoint: listNotifications, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: readNotifications, cells: 'uAAAAAAAAAAA', call: ({ viewerId }) => ({ body: { ids: [viewerId] } }) },
];
