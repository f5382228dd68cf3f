import { paths } from '#lib/paths.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoutes, root } from './routes.ts';

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

const tickets = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.tickets,
  component: lazyRouteComponent(() => import('#pages/support/tickets.tsx')),
});

const ticket = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.ticket,
  component: lazyRouteComponent(() => import('#pages/support/ticket.tsx')),
});

/** Adds the pages of support staff to the portal's routes, and returns the tree of all routes. */
export const addSupportRoutes = () =>
  root.addChildren([...publicRoutes, supportArea.addChildren([support, tickets, ticket])]);
