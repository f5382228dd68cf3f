import AuthEntryScreen from '#features/auth/sign-in/auth-entry-screen.tsx';
import { paths } from '#lib/paths.ts';
import { AppShell } from '#shell/app-shell.tsx';
import { shellEntries } from '#shell/shell-entries.ts';
import { KitProvider } from '#ui/kit-provider.tsx';
import { withoutThemeStyles } from '#ui/theme-styles.tsx';
import { DevicesFrame, DevicesHeadButtons } from '#pages/installer/devices/devices-frame.tsx';
import { DevicesCard } from '#pages/installer/devices/devices-tab.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const ignore = () => undefined;

interface ShellOptions {
  head?: ReactNode;
  children?: ReactNode;
}

const shellOf = (area: 'user' | 'installer', { head, children = <LoadingText /> }: ShellOptions = {}) => (
  <AppShell
    area={area}
    entries={shellEntries[area]}
    head={head}
    person={{ name: '', email: '' }}
    brand={area === 'user' ? undefined : null}
    onLogout={ignore}
  >
    {children}
  </AppShell>
);

/** The device table without its rows. */
const devicesPage = (isNarrow: boolean) =>
  shellOf('installer', {
    head: <PageHeader title={deviceTableTexts.title} right={!isNarrow && <DevicesHeadButtons />} />,
    children: (
      <DevicesFrame
        isNarrow={isNarrow}
        devices={
          <DevicesCard isNarrow={isNarrow}>
            <LoadingText>{deviceTableTexts.loading}</LoadingText>
          </DevicesCard>
        }
        overview={null}
      />
    ),
  });

const skeletons = {
  'sign-in': {
    at: paths.signIn,
    content: (
      <AuthEntryScreen wanted={null} tab="sign-in" onTab={ignore} userType="user" renderCertification={() => null} />
    ),
  },
  user: { at: paths.user, content: shellOf('user') },
  installer: { at: paths.installer, content: shellOf('installer') },
  'installer-devices': {
    at: paths.installerDevices,
    // The build does not know how wide the window is.
    content: (
      <>
        <div className="skeleton-narrow">{devicesPage(true)}</div>
        <div className="skeleton-wide">{devicesPage(false)}</div>
      </>
    ),
  },
} as const;

export type SkeletonName = keyof typeof skeletons;

/** At build time, renders the HTML shown before the scripts run. */
export async function renderSkeleton(name: SkeletonName): Promise<string> {
  const { at, content } = skeletons[name];
  const markup = await withPasskeys(() => render(at, content));
  return `<div id="skeleton" inert aria-hidden="true">${withoutThemeStyles(markup)}</div>`;
}

async function render(at: string, content: ReactNode): Promise<string> {
  const root = createRootRoute();
  // The device table reads its filters from the route with this name.
  const area = createRoute({ getParentRoute: () => root, id: 'installer-area' });
  const page = createRoute({ getParentRoute: () => area, path: at, component: () => content });
  const router = createRouter({
    routeTree: root.addChildren([area.addChildren([page])]),
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
