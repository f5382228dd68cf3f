import { listNotifications, readNotifications } from '@trace/contract/notifications/notifications.api';
import {
  createNotification,
  listSentNotifications,
  withdrawNotification,
} from '@trace/contract/notifications/notifications.staff.api';
import {
  createUpdate,
  deleteUpdate,
  editUpdate,
  listManagedUpdates,
} from '@trace/contract/recent-updates/recent-updates.staff.api';
import type { Row } from './authz.matrix.ts';
import type { Portal, SignedIn } from '#testing/portal';

const STAFF = 'uffffffffffA';

const fields = { title: 'Longer history', description: 'Pings are kept.', type: 'feature', isNew: true } as const;

const prepareUpdate = async (_portal: Portal, { api }: SignedIn) => ({
  thingId: (await api.call(createUpdate, { body: { ...fields, isActive: false } })).id,
});

const prepareNotification = async (_portal: Portal, { api }: SignedIn) => {
  const body = {
    title: 'Maintenance',
    message: 'On Sunday.',
    type: 'info',
    audience: 'support',
    expiresAt: null,
  } as const;
  return { thingId: (await api.call(createNotification, { body })).id };
};

/** Recent updates and notifications: everyone reads, staff write. */
export const newsRows: readonly Row[] = [
  { endpoint: listManagedUpdates, cells: STAFF, call: () => ({}) },
  {
    endpoint: createUpdate,
    cells: STAFF,
    call: () => ({ body: { ...fields, isActive: false } }),
    audit: 'recentUpdates.create',
  },
  {
    endpoint: editUpdate,
    cells: STAFF,
    call: ({ thingId, viewerId }) => ({
      params: { id: thingId ?? viewerId },
      body: { ...fields, isActive: false, version: 1 },
    }),
    prepare: prepareUpdate,
    audit: 'recentUpdates.edit',
  },
  {
    endpoint: deleteUpdate,
    cells: STAFF,
    call: ({ thingId, viewerId }) => ({ params: { id: thingId ?? viewerId } }),
    prepare: prepareUpdate,
    audit: 'recentUpdates.delete',
  },
  { endpoint: listNotifications, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  { endpoint: readNotifications, cells: 'uAAAAAAAAAAA', call: ({ viewerId }) => ({ body: { ids: [viewerId] } }) },
  { endpoint: listSentNotifications, cells: STAFF, call: () => ({}) },
  {
    endpoint: createNotification,
    cells: STAFF,
    call: () => ({ body: { title: 'Maintenance', message: 'On Sunday.' } }),
    audit: 'notifications.create',
  },
  {
    endpoint: withdrawNotification,
    cells: STAFF,
    call: ({ thingId, viewerId }) => ({ params: { id: thingId ?? viewerId } }),
    prepare: prepareNotification,
    audit: 'notifications.withdraw',
  },
];
