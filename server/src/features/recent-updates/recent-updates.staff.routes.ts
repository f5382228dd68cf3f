import { done } from '@trace/contract/kernel/endpoint';
import {
  createUpdate,
  deleteUpdate,
  editUpdate,
  listManagedUpdates,
} from '@trace/contract/recent-updates/recent-updates.staff.api';
import { route, type Route } from '#platform/http/route';
import type { ManagedUpdates } from './recent-updates.staff.service.ts';

export const managedUpdatesRoutes = (service: ManagedUpdates): Route[] => [
  route(listManagedUpdates, ({ query }) => service.list(query)),
  route(createUpdate, ({ actor, origin, body }) => service.create(actor, origin, body)),
  route(editUpdate, ({ actor, origin, params, body }) => service.edit(actor, origin, params.id, body)),
  route(deleteUpdate, async ({ actor, origin, params }) => {
    await service.delete(actor, origin, params.id);
    return done;
  }),
];
