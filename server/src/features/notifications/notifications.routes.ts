import { done } from '@trace/contract/kernel/endpoint';
import { listNotifications, readNotifications } from '@trace/contract/notifications/notifications.api';
import {
  createNotification,
  listSentNotifications,
  withdrawNotification,
} from '@trace/contract/notifications/notifications.staff.api';
import { route, type Route } from '#platform/http/route';
import type { NotificationsService } from './notifications.service.ts';

export const notificationsRoutes = (service: NotificationsService): Route[] => [
  route(listNotifications, async ({ actor }) => ({ notifications: await service.received(actor) })),
  route(readNotifications, async ({ actor, body }) => {
    await service.read(actor, body.ids);
    return done;
  }),
  route(listSentNotifications, ({ actor, query }) => service.sent(actor, query)),
  route(createNotification, ({ actor, origin, body }) => service.create(actor, origin, body)),
  route(withdrawNotification, async ({ actor, origin, params }) => {
    await service.withdraw(actor, origin, params.id);
    return done;
  }),
];
