import { paths } from '#lib/paths.ts';
import { PageFailure } from '#shell/page-failure.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router';
import { publicRoutes, root } from './routes.ts';
import type { addSupportRoutes } from './support-routes.ts';

/** All pages of the portal. Tests hand in a history of their own. */
export function createPortalRouter(history?: RouterHistory) {
  // Matches every page of support staff until the first visit has loaded the routes of these pages.
  const supportEntry = createRoute({
    getParentRoute: () => root,
    path: `${paths.support}/$`,
    // Keeps the search parameters until the page's own route validates them. A reload would lose a list's search.
    validateSearch: (search: Record<string, unknown>) => search,
    beforeLoad: async ({ location }) => {
      const supportRoutes = await import('./support-routes.ts');
      supportRoutes.addSupportRoutes();
      router.setRoutes(router.buildRouteTree());
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's redirects are responses
      throw redirect({ href: location.href, replace: true });
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([...publicRoutes, supportEntry]),
    ...(history && { history }),
    defaultPreload: 'intent',
    // Removes search parameters that no page validates. Otherwise such parameters would reach the pages unchecked.
    search: { strict: true },
    defaultPendingComponent: LoadingText,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
  });
  return router;
}

type WholeTree = ReturnType<typeof addSupportRoutes>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter<WholeTree>>;
  }
}
