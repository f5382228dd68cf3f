import { listNotifications, readNotifications } from '@trace/contract/notifications/notifications.api';
import type { Row } from './authz.matrix.ts';

/** Notifications, read by signed-in people of the audience. The endpoints for staff: authz.support.test. */
export const newsRows: readonly Row[] = [
  { endpoint: listNotifications, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: readNotifications, cells: 'uAAAAAAAAAAA', call: ({ viewerId }) => ({ body: { ids: [viewerId] } }) },
];
