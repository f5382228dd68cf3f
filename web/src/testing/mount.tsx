import { KitProvider } from '#ui/kit-provider.tsx';
import { dismissToast, shownToasts } from '#ui/dialogs/toast-list.ts';
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

/** Renders a part of the portal inside its expected providers: kit, query client, router. */
export function mount(content: ReactNode, { scheme = 'light', at = '/', queryClient }: MountOptions = {}) {
  // Toasts outlive their page, so toasts of the previous test are dismissed.
  for (const toast of shownToasts.get()) dismissToast(toast.id);
  const client = queryClient ?? new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // The root route answers every address, so that a part can be rendered at any address.
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
