// System Activity: the newest sign-ins, device registrations and assignments of the last 30 days.
// Serves support staff. Auth writes the activity log and deletes its old entries.
// Rows SUPP-01.
import type { Feature } from '#platform/feature/feature';
import { activityRoutes } from './activity.routes.ts';
import { createActivityService, type ActivityDependencies } from './activity.service.ts';

export function createActivityFeature(dependencies: ActivityDependencies): Feature {
  return { name: 'activity', routes: activityRoutes(createActivityService(dependencies)) };
}
