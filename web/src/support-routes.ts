import { paths } from '#lib/paths.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { readDeskSearch } from '#pages/support/desk-search.ts';
import { readTicketsSearch } from '#pages/support/tickets/tickets-search.ts';
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
  component: lazyRouteComponent(() => import('#pages/support/people/staff.tsx')),
});

const devices = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.devices,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/devices/devices.tsx')),
});

const device = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.device,
  component: lazyRouteComponent(() => import('#pages/support/devices/device.tsx')),
});

const companies = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.companies,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/people/companies.tsx')),
});

const company = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.company,
  component: lazyRouteComponent(() => import('#pages/support/people/company.tsx')),
});

const users = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.users,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/people/users.tsx')),
});

const installers = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.installers,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/people/installers.tsx')),
});

const person = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.person,
  component: lazyRouteComponent(() => import('#pages/support/people/person.tsx')),
});

const deviceHealth = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.deviceHealth,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/devices/device-health.tsx')),
});

const tickets = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.tickets,
  validateSearch: readTicketsSearch,
  component: lazyRouteComponent(() => import('#pages/support/tickets/tickets.tsx')),
});

const ticket = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.ticket,
  component: lazyRouteComponent(() => import('#pages/support/tickets/ticket.tsx')),
});

const notifications = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.notifications,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/system/notifications.tsx')),
});

const updates = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.updates,
  component: lazyRouteComponent(() => import('#pages/support/system/updates.tsx')),
});

const firmware = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.firmware,
  component: lazyRouteComponent(() => import('#pages/support/devices/firmware.tsx')),
});

const certifications = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.certifications,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/devices/certifications.tsx')),
});

const registry = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.registry,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/devices/registry.tsx')),
});

const activity = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.activity,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/system/activity.tsx')),
});

const audit = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.audit,
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('#pages/support/system/audit.tsx')),
});

const retention = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.retention,
  component: lazyRouteComponent(() => import('#pages/support/system/retention.tsx')),
});

const operations = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.operations,
  component: lazyRouteComponent(() => import('#pages/support/system/operations.tsx')),
});

const settings = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.settings,
  component: lazyRouteComponent(() => import('#pages/support/people/settings.tsx')),
});

const panicSystem = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.panicSystem,
  component: lazyRouteComponent(() => import('#pages/support/emergencies/panic-system.tsx')),
});

const incident = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.incident,
  component: lazyRouteComponent(() => import('#pages/support/emergencies/incident.tsx')),
});

const analytics = createRoute({
  getParentRoute: () => supportArea,
  path: supportPaths.analytics,
  component: lazyRouteComponent(() => import('#pages/support/system/analytics.tsx')),
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
      settings,
      panicSystem,
      incident,
      analytics,
    ]),
  ]);
