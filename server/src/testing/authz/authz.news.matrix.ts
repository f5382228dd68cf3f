import { listNotifications, readNotifications } from '@trace/contract/notifications/notifications.api';
import type { Row } from './authz.matrix.ts';

/** Everyone who is signed in reads the notifications of the own audience. Staff send them: authz.support.test. */
export const newsRows: readonly Row[] = [
  { endpoint: listNotifications, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: readNotifications, cells: 'uAAAAAAAAAAA', call: ({ viewerId }) => ({ body: { ids: [viewerId] } }) },
];
