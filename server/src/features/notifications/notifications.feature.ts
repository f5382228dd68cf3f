// Messages of support staff to an audience: support, users, installers or all.
// Serves every signed-in person by the bell, and staff by the page that sends and withdraws notifications.
// Rows NOTF-01, NOTF-02.
import type { Feature } from '#platform/feature/feature';
import { notificationsChanged } from './notifications.events.ts';
import { notificationsPersonData } from './notifications.person-data.service.ts';
import type { NotificationsPort } from './notifications.port.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { createNotificationsService, type NotificationsDependencies } from './notifications.service.ts';

export function createNotificationsFeature(
  dependencies: NotificationsDependencies,
): Feature & { readonly port: NotificationsPort } {
  const service = createNotificationsService(dependencies);
  return {
    name: 'notifications',
    routes: notificationsRoutes(service),
    port: service,
    durableEvents: [notificationsChanged],
    personData: notificationsPersonData,
  };
}
