import { listActivity } from '@trace/contract/activity/activity.api';
import { route, type Route } from '#platform/http/route';
import type { ActivityService } from './activity.service.ts';

export const activityRoutes = (service: ActivityService): Route[] => [
  route(listActivity, ({ query }) => service.list(query.search)),
];
