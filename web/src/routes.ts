import { readInvitationSearch, takeInvitation, takeToken } from '#lib/invitation.ts';
import { paths, readSignUpSearch, readUserSearch } from '#lib/paths.ts';
import { readCompanySearch } from '#pages/installer/company/company-search.ts';
import { readCommissioningSearch } from '#pages/installer/commissioning/commissioning-search.ts';
import { readDeviceFilter } from '#pages/installer/devices/device-filter.ts';
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';

/** Loads with the first of these pages, because the names of their files would weigh on every other page. */
const rarePages = async () => (await import('./rare-pages.ts')).rarePages;

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('#shell/not-found-page.tsx')),
  validateSearch: readInvitationSearch,
  beforeLoad: ({ location }) => takeInvitation(location),
});

const landing = createRoute({
  getParentRoute: () => root,
  path: paths.landing,
  validateSearch: ({ shortcut }: Record<string, unknown>): { shortcut?: 'live' } =>
    shortcut === 'live' ? { shortcut } : {},
  component: lazyRouteComponent(() => import('#pages/public/home.tsx')),
});

// A single page for both addresses, so switching the tab keeps the form input.
const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: lazyRouteComponent(() => import('#pages/public/sign-in.tsx')),
});

const signIn = createRoute({ getParentRoute: () => entry, path: paths.signIn });

const signUp = createRoute({ getParentRoute: () => entry, path: paths.signUp, validateSearch: readSignUpSearch });

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  beforeLoad: takeToken('resetToken'),
  component: lazyRouteComponent(async () => (await rarePages()).resetPassword()),
});

const keepSecondStep = createRoute({
  getParentRoute: () => root,
  path: paths.keepSecondStep,
  beforeLoad: takeToken('removalToken'),
  component: lazyRouteComponent(async () => (await rarePages()).keepSecondStep()),
});

const certificationClaim = createRoute({
  getParentRoute: () => root,
  path: paths.certificationClaim,
  beforeLoad: takeToken('claimToken'),
  component: lazyRouteComponent(async () => (await rarePages()).certificationClaim()),
});

const panicContact = createRoute({
  getParentRoute: () => root,
  path: paths.panicContact,
  beforeLoad: takeToken('contactToken'),
  component: lazyRouteComponent(() => import('#pages/public/panic-contact.tsx')),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: paths.terms,
  component: lazyRouteComponent(async () => (await rarePages()).terms()),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy,
  component: lazyRouteComponent(async () => (await rarePages()).privacy()),
});

const emergency = createRoute({
  getParentRoute: () => root,
  path: paths.emergency,
  component: lazyRouteComponent(() => import('#pages/public/emergency.tsx')),
});

const supportLogin = createRoute({
  getParentRoute: () => root,
  path: paths.supportLogin,
  component: lazyRouteComponent(() => import('#pages/public/support-login.tsx')),
});

const userArea = createRoute({
  getParentRoute: () => root,
  id: 'user-area',
  component: lazyRouteComponent(() => import('#pages/area-layout.tsx'), 'UserArea'),
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

const userLooks = createRoute({
  getParentRoute: () => userArea,
  path: paths.userLooks,
  component: lazyRouteComponent(() => import('#pages/user/looks.tsx')),
});

const userRequests = createRoute({
  getParentRoute: () => userArea,
  path: paths.userRequests,
  component: lazyRouteComponent(() => import('#pages/requests/requests.tsx'), 'UserRequestsPage'),
});

const userRequest = createRoute({
  getParentRoute: () => userArea,
  path: paths.userRequest,
  component: lazyRouteComponent(() => import('#pages/requests/request.tsx'), 'UserRequestPage'),
});

const userIncidents = createRoute({
  getParentRoute: () => userArea,
  path: paths.userIncidents,
  component: lazyRouteComponent(() => import('#pages/incidents/incidents.tsx')),
});

const userIncident = createRoute({
  getParentRoute: () => userArea,
  path: paths.userIncident,
  component: lazyRouteComponent(() => import('#pages/incidents/incidents.tsx')),
});

const installerArea = createRoute({
  getParentRoute: () => root,
  id: 'installer-area',
  component: lazyRouteComponent(() => import('#pages/area-layout.tsx'), 'InstallerArea'),
});

const installer = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installer,
  component: lazyRouteComponent(() => import('#pages/installer/home.tsx')),
});

const installerOverview = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerOverview,
  component: lazyRouteComponent(async () => (await rarePages()).overview()),
});

const installerDevices = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerDevices,
  validateSearch: readDeviceFilter,
  component: lazyRouteComponent(async () => (await rarePages()).devices()),
});

const installerSetup = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerSetup,
  component: lazyRouteComponent(async () => (await rarePages()).setup()),
});

const installerCommissioning = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerCommissioning,
  validateSearch: readCommissioningSearch,
  component: lazyRouteComponent(async () => (await rarePages()).commissioning()),
});

const installerSettings = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerSettings,
  component: lazyRouteComponent(async () => (await rarePages()).settings()),
});

const installerCompany = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerCompany,
  validateSearch: readCompanySearch,
  component: lazyRouteComponent(async () => (await rarePages()).company()),
});

const installerRequests = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerRequests,
  component: lazyRouteComponent(() => import('#pages/requests/requests.tsx'), 'InstallerRequestsPage'),
});

const installerRequest = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerRequest,
  component: lazyRouteComponent(() => import('#pages/requests/request.tsx'), 'InstallerRequestPage'),
});

const installerIncidents = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerIncidents,
  component: lazyRouteComponent(() => import('#pages/incidents/incidents.tsx')),
});

const installerIncident = createRoute({
  getParentRoute: () => installerArea,
  path: paths.installerIncident,
  component: lazyRouteComponent(() => import('#pages/incidents/incidents.tsx')),
});

/** All pages but the back office, whose routes load with the first visit (support-routes.ts). */
export const publicRoutes = [
  landing,
  entry.addChildren([signIn, signUp]),
  resetPassword,
  keepSecondStep,
  certificationClaim,
  panicContact,
  terms,
  privacy,
  emergency,
  supportLogin,
  userArea.addChildren([user, userSettings, userLooks, userRequests, userRequest, userIncidents, userIncident]),
  installerArea.addChildren([
    installer,
    installerOverview,
    installerDevices,
    installerSetup,
    installerCommissioning,
    installerSettings,
    installerCompany,
    installerRequests,
    installerRequest,
    installerIncidents,
    installerIncident,
  ]),
];
