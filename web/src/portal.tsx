import { AuthReauthentication } from '#features/auth/factors/auth-reauthentication.tsx';
import { failureWords } from '#lib/http/api.ts';
import { createQueryClient } from '#lib/http/query-client.ts';
import { followAccount, followSignOutOffline, replaceSession } from '#lib/session/session.ts';
import { KitProvider } from '#ui/kit-provider.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { PageTitles } from '#ui/layout/page-title.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { useState } from 'react';
import { createPortalRouter } from './router.tsx';

interface PortalProps {
  /** Defaults to the history of the browser. */
  history?: RouterHistory;
  forceScheme?: 'light' | 'dark';
}

/** The whole portal: UI kit, query cache, pages, and the only handler for failed calls. */
export function Portal({ history, forceScheme }: PortalProps) {
  const [parts] = useState(() => createParts(history));
  return (
    <KitProvider {...(forceScheme && { forceScheme })}>
      <QueryClientProvider client={parts.queryClient}>
        <PageTitles>
          <RouterProvider router={parts.router} />
        </PageTitles>
        <AuthReauthentication />
      </QueryClientProvider>
    </KitProvider>
  );
}

function createParts(history: RouterHistory | undefined) {
  const queryClient = createQueryClient({
    onSignedOut: () => replaceSession(queryClient, null),
    onActionFailed: (error) => showToast({ tone: 'failed', about: 'action', text: failureWords(error) }),
  });
  followAccount(queryClient);
  followSignOutOffline(queryClient);
  return { queryClient, router: createPortalRouter(history) };
}
