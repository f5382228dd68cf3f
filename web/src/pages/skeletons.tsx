import AuthEntryScreen from '#features/auth/sign-in/auth-entry-screen.tsx';
import { paths } from '#lib/paths.ts';
import { AppShell } from '#shell/app-shell.tsx';
import { KitProvider } from '#ui/kit-provider.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const ignore = () => undefined;
const shellOf = (area: 'user' | 'installer') => (
  <AppShell area={area} person={{ name: '', email: '' }} brand={area === 'user' ? undefined : null} onLogout={ignore}>
    <LoadingText />
  </AppShell>
);

const skeletons = {
  'sign-in': {
    at: paths.signIn,
    content: (
      <AuthEntryScreen wanted={null} tab="sign-in" onTab={ignore} userType="user" renderCertification={() => null} />
    ),
  },
  user: { at: paths.user, content: shellOf('user') },
  installer: { at: paths.installer, content: shellOf('installer') },
} as const;

export type SkeletonName = keyof typeof skeletons;

/** Renders to HTML for the build what a page shows before its scripts run. */
export async function renderSkeleton(name: SkeletonName): Promise<string> {
  const { at, content } = skeletons[name];
  const markup = await withPasskeys(() => render(at, content));
  return `<div id="skeleton" inert aria-hidden="true">${markup}</div>`;
}

async function render(at: string, content: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content, notFoundComponent: () => content }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  return renderToStaticMarkup(
    <KitProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </KitProvider>,
  );
}

/** Nearly every browser offers passkeys, so their button has its place from the start. */
async function withPasskeys<Result>(work: () => Promise<Result>): Promise<Result> {
  Object.assign(globalThis, { PublicKeyCredential: Object, location: { hostname: 'portal' } });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    Reflect.deleteProperty(globalThis, 'location');
  }
}
