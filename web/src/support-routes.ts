import { paths } from '#lib/paths.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { readDeskSearch } from '#pages/support/desk-search.ts';
import { readTicketsSearch } from '#pages/support/tickets-search.ts';
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

const staff = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.staff,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/staff.tsx')),
});

const devices = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.devices,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/devices.tsx')),
});

const device = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.device,
  component: lazyRouteComponent(() => import('#pages/support/device.tsx')),
});

const companies = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.companies,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/companies.tsx')),
});

const company = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.company,
  component: lazyRouteComponent(() => import('#pages/support/company.tsx')),
});

const users = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.users,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/users.tsx')),
});

const installers = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.installers,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/installers.tsx')),
});

const person = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.person,
  component: lazyRouteComponent(() => import('#pages/support/person.tsx')),
});

const deviceHealth = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.deviceHealth,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/device-health.tsx')),
});

const tickets = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.tickets,
  validateSearch: readTicketsSearch,
  component: lazyRouteComponent(() => import('#pages/support/tickets.tsx')),
});

const ticket = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.ticket,
  component: lazyRouteComponent(() => import('#pages/support/ticket.tsx')),
});

const notifications = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.notifications,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/notifications.tsx')),
});

const updates = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.updates,
  component: lazyRouteComponent(() => import('#pages/support/updates.tsx')),
});

const firmware = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.firmware,
  component: lazyRouteComponent(() => import('#pages/support/firmware.tsx')),
});

const certifications = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.certifications,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/certifications.tsx')),
});

const registry = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.registry,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/registry.tsx')),
});

const activity = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.activity,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/activity.tsx')),
});

const audit = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.audit,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/audit.tsx')),
});

const retention = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.retention,
  component: lazyRouteComponent(() => import('#pages/support/retention.tsx')),
});

const operations = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.operations,
  component: lazyRouteComponent(() => import('#pages/support/operations.tsx')),
});

const panicSystem = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.panicSystem,
  component: lazyRouteComponent(() => import('#pages/support/panic-system.tsx')),
});

const incident = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.incident,
  component: lazyRouteComponent(() => import('#pages/support/incident.tsx')),
});

const analytics = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.analytics,
  component: lazyRouteComponent(() => import('#pages/support/analytics.tsx')),
});

/** Adds the pages of support staff to the portal's routes, and returns the tree of all routes. */
export const addSupportRoutes = () =>
  root.addChildren([
    ...publicRoutes,
    supportArea.addChildren([
      support,
      devices,
      device,
      companies,
      company,
      users,
      installers,
      person,
      deviceHealth,
      tickets,
      ticket,
      notifications,
      updates,
      firmware,
      certifications,
      registry,
      activity,
      audit,
      staff,
      retention,
      operations,
      panicSystem,
      incident,
      analytics,
    ]),
  ]);
