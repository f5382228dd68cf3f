import { KitProvider } from '#ui/kit-provider.tsx';
import { dismissToast, readToasts } from '#ui/dialogs/toast-list.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';

export interface MountOptions {
  scheme?: 'light' | 'dark';
  /** The address that the page believes to be at. */
  at?: string;
  queryClient?: QueryClient;
}

/** Renders a part of the portal inside everything it may count on: kit, query client, router. */
export function mount(content: ReactNode, { scheme = 'light', at = '/', queryClient }: MountOptions = {}) {
  // Toasts outlive the page that showed them, here the one of the test before.
  for (const toast of readToasts()) dismissToast(toast.id);
  const client = queryClient ?? new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The root answers every address itself, so that a part can be shown at any of them.
  const rootRoute = createRootRoute({ component: () => content, notFoundComponent: () => null });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: rootRoute, history });
  return render(
    <KitProvider forceScheme={scheme}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </KitProvider>,
  );
}
