import { done } from '@trace/contract/kernel/endpoint';
import { listNotifications, readNotifications } from '@trace/contract/notifications/notifications.api';
import type { SentNotification } from '@trace/contract/notifications/notifications.schema';
import {
  createNotification,
  listSentNotifications,
  withdrawNotification,
} from '@trace/contract/notifications/notifications.staff.api';
import { ago } from '../devices/fake-server-status.ts';
import type { FakeServer } from '../fake-server.ts';

export function aNotification(title: string, change: Partial<SentNotification> = {}): SentNotification {
  return {
    id: crypto.randomUUID(),
    title,
    message: 'The portal is unavailable on Sunday from 2 am to 4 am.',
    type: 'info',
    audience: 'all',
    createdAt: ago(90),
    createdBy: 'ann@trace.example',
    expiresAt: null,
    isRead: false,
    withdrawnAt: null,
    ...change,
  };
}

/** Answers like the server, from `world`. Every notification is to the person who is signed in. */
export function serveNotifications(server: FakeServer, world: { notifications: SentNotification[] }): void {
  const change = (ids: readonly string[], changed: Partial<SentNotification>) => {
    world.notifications = world.notifications.map((each) => (ids.includes(each.id) ? { ...each, ...changed } : each));
    return done;
  };
  server.on(listNotifications, () => ({
    notifications: world.notifications
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map(({ audience: _audience, createdBy: _createdBy, withdrawnAt: _withdrawnAt, ...received }) => received),
  }));
  server.on(readNotifications, ({ body }) => change(body.ids, { isRead: true }));
  server.on(listSentNotifications, ({ query: { search = '', type } }) => ({
    notifications: world.notifications.filter(
      (each) => each.title.includes(search) && (type === undefined || each.type === type),
    ),
    next: null,
  }));
  server.on(createNotification, ({ body: { id = crypto.randomUUID(), ...body } }) => {
    const made = aNotification(body.title, { ...body, id, createdAt: ago(0) });
    world.notifications = [made, ...world.notifications];
    return made;
  });
  server.on(withdrawNotification, ({ params }) => change([params.id], { withdrawnAt: ago(0) }));
}
