import { getSession } from '@trace/contract/auth/auth.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { DEVICE_PAGE_SIZE } from '@trace/contract/devices/devices.rules';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { tablePage } from '@trace/contract/fleet/fleet.table.rules';
import { listAccess } from '@trace/contract/location-access/location-access.api';
import type { Plugin, Rolldown } from 'vite';
import { paths } from './src/lib/paths.ts';

type Bundle = Rolldown.OutputBundle;
type PageName = keyof typeof paths;

/** Where the server reads the paths of all pages and what a page needs at once. */
const PAGE_LIST = 'pages.json';

interface FirstNeeds {
  /** The parts that the page shows first. A browser would find these only after the first scripts ran. */
  parts: readonly string[];
  /** The calls that the page makes first, after the session. */
  calls?: readonly string[];
}

const firstNeeds: Partial<Record<PageName, FirstNeeds>> = {
  signIn: { parts: ['features/auth/sign-in/auth-entry-screen.tsx'] },
  user: {
    parts: ['pages/user/dashboard.tsx', 'features/location-access/requests/location-access-request-notices.tsx'],
    calls: [listAccess.path, `${listDevices.path}?limit=${DEVICE_PAGE_SIZE}`, listStatuses.path],
  },
  userSettings: { parts: ['pages/user/settings.tsx'], calls: [listAccess.path] },
  userLooks: { parts: ['pages/user/looks.tsx'], calls: [listAccess.path] },
  installer: { parts: ['pages/installer/home.tsx'] },
  installerDevices: {
    parts: ['pages/installer/devices/devices.tsx'],
    calls: [`${listDeviceTable.path}?sort=lastSeen&limit=${tablePage.usual}`],
  },
};
const areas = [paths.user, paths.installer];

/** An entry of the list. `isPrivate`: people who are signed out get the sign-in at this path. */
interface ListedPage {
  isPrivate: boolean;
  links: string[];
}

/**
 * Writes `pages.json`: for each page the files and calls to load early, as links of an HTTP header. The server sends
 * them before the page, which saves the round trips in which scripts find the next scripts and their calls.
 */
export function pageList(): Plugin {
  return {
    name: 'page-list',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // The names of the parts that are loaded later come in last.
      order: 'post',
      handler(_options, bundle) {
        const pages = Object.entries(paths).map(([name, path]) => [path, listed(name as PageName, bundle)]);
        this.emitFile({ type: 'asset', fileName: PAGE_LIST, source: JSON.stringify(Object.fromEntries(pages)) });
      },
    },
  };
}

function listed(name: PageName, bundle: Bundle): ListedPage {
  const { parts, calls = [] } = firstNeeds[name] ?? { parts: [] };
  const found = filesOf(
    bundle,
    parts.map((part) => `src/${part}`),
  );
  // The page itself names the files of the start, but only behind the links.
  const files = [...new Set([...filesOf(bundle, ['index.html']), ...found])];
  // A browser draws nothing before the style sheets and the script of the colour scheme.
  const styles = files.filter((file) => file.endsWith('.css'));
  const scripts = files.filter((file) => !file.endsWith('.css'));
  return {
    isPrivate: areas.some((area) => paths[name].startsWith(area)),
    links: [
      '</color-scheme.js>; rel=preload; as=script',
      ...styles.map(linkOfStyle),
      ...scripts.map(linkOfScript),
      ...[getSession.path, ...calls].map(linkOfCall),
    ],
  };
}

/** Returns these entries with all their imports: scripts and style sheets. */
function filesOf(bundle: Bundle, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const walk = (name: string): void => {
    const part = bundle[name];
    if (part?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    for (const style of part.viteMetadata?.importedCss ?? []) files.add(style);
    part.imports.forEach(walk);
  };
  for (const entry of entries) walk(chunkOf(bundle, entry));
  return files;
}

function chunkOf(bundle: Bundle, entry: string): string {
  const found = Object.values(bundle).find(
    (part) => part.type === 'chunk' && (part.facadeModuleId?.endsWith(`/web/${entry}`) ?? false),
  );
  if (!found) throw new Error(`the build has no ${entry}`);
  return found.fileName;
}

/** `crossorigin` as in the elements by which the page itself loads these files: else the browser would load twice. */
const linkOfStyle = (file: string): string => `</${file}>; rel=preload; as=style; crossorigin`;
const linkOfScript = (file: string): string => `</${file}>; rel=modulepreload; crossorigin`;

/** Loaded by `fetch`, so with its mode and cookies. */
const linkOfCall = (address: string): string => `<${address}>; rel=preload; as=fetch; crossorigin`;
