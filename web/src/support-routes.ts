import { paths } from '#lib/paths.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoutes, root } from './router.tsx';

const supportArea = createRoute({
  getParentRoute: () => root,
  id: 'support-area',
  component: lazyRouteComponent(() => import('#pages/support/support-area.tsx')),
});

const support = createRoute({
  getParentRoute: () => supportArea,
  path: paths.support,
  component: lazyRouteComponent(() => import('#pages/support/dashboard.tsx')),
});

const supportAnalytics = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.analytics,
  component: lazyRouteComponent(() => import('#pages/support/analytics.tsx')),
});

/** Adds the pages of support staff to the portal's routes, and returns the tree of all routes. */
export const addSupportRoutes = () =>
  root.addChildren([...publicRoutes, supportArea.addChildren([support, supportAnalytics])]);
