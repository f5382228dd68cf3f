import { paths, readUserSearch } from '#lib/paths.ts';
import { AreaLayout } from '#pages/area-layout.tsx';
import { readDeviceFilter } from '#pages/installer/device-filter.ts';
import { HomePage } from '#pages/public/home.tsx';
import { NotFoundPage } from '#shell/not-found-page.tsx';
import { PageFailure } from '#shell/page-failure.tsx';
import { LoadingText } from '#ui/loading-text.tsx';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const landing = createRoute({ getParentRoute: () => root, path: paths.landing, component: HomePage });

const userArea = createRoute({
  getParentRoute: () => root,
  id: 'user-area',
  component: () => <AreaLayout role="user" />,
});

const user = createRoute({
  getParentRoute: () => userArea,
  path: paths.user,
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('#pages/user/dashboard.tsx')),
});

const userSettings = createRoute({
  getParentRoute: () => userArea,
  path: paths.userSettings,
  component: lazyRouteComponent(() => import('#pages/user/settings.tsx')),
});

const installerArea = createRoute({
  getParentRoute: () => root,
  id: 'installer-area',
  component: () => <AreaLayout role="installer" />,
});

const installer = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installer,
  component: lazyRouteComponent(() => import('#pages/installer/home.tsx')),
});

const installerOverview = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerOverview,
  component: lazyRouteComponent(() => import('#pages/installer/overview.tsx')),
});

const installerDevices = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerDevices,
  validateSearch: readDeviceFilter,
  component: lazyRouteComponent(() => import('#pages/installer/devices.tsx')),
});

const installerSetup = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerSetup,
  component: lazyRouteComponent(() => import('#pages/installer/setup.tsx')),
});

const installerSettings = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerSettings,
  component: lazyRouteComponent(() => import('#pages/installer/settings.tsx')),
});

const installerCompany = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerCompany,
  component: lazyRouteComponent(() => import('#pages/installer/company.tsx')),
});

const routeTree = root.addChildren([
  landing,
  userArea.addChildren([user, userSettings]),
  installerArea.addChildren([
    installer,
    installerOverview,
    installerDevices,
    installerSetup,
    installerSettings,
    installerCompany,
  ]),
]);

/** All pages of the portal. Tests hand in a history of their own. */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingText,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
