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

const notifications = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.notifications,
  component: lazyRouteComponent(() => import('#pages/support/notifications.tsx')),
});

const updates = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.updates,
  component: lazyRouteComponent(() => import('#pages/support/updates.tsx')),
});

const certifications = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.certifications,
  component: lazyRouteComponent(() => import('#pages/support/certifications.tsx')),
});

const registry = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.registry,
  component: lazyRouteComponent(() => import('#pages/support/registry.tsx')),
});

/** Adds the pages of support staff to the portal's routes, and returns the tree of all routes. */
export const addSupportRoutes = () =>
  root.addChildren([
    ...publicRoutes,
    supportArea.addChildren([support, notifications, updates, certifications, registry]),
  ]);
