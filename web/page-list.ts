import { getSession } from '@trace/contract/auth/auth.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { DEVICE_PAGE_SIZE } from '@trace/contract/devices/devices.rules';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { tablePage } from '@trace/contract/fleet/fleet.table.rules';
import { listAccess } from '@trace/contract/location-access/location-access.api';
import type { Plugin, Rolldown } from 'vite';
import { renderAtBuild } from './render-at-build.ts';
import { paths } from './src/lib/paths.ts';
import { supportPaths } from './src/lib/support-paths.ts';
import type { SkeletonName } from './src/pages/skeletons.tsx';

type Bundle = Rolldown.OutputBundle;
type PageName = keyof typeof paths;

/** Where the server reads the paths of all pages and what a page needs at once. */
const PAGE_LIST = 'pages.json';

const SKELETONS = '/src/pages/skeletons.tsx';
type SkeletonModule = { renderSkeleton: (name: SkeletonName) => Promise<string> };
/** The parts whose style sheets a skeleton needs. */
const skeletonParts: Record<SkeletonName, string> = {
  'sign-in': 'features/auth/sign-in/auth-entry-screen.tsx',
  user: 'pages/user/dashboard.tsx',
  installer: 'pages/installer/home.tsx',
  'installer-devices': 'pages/installer/devices/devices.tsx',
};

interface FirstNeeds {
  /** The parts that the page shows first. A browser would find these only after the first scripts ran. */
  parts: readonly string[];
  /** The calls that the page makes first, after the session. */
  calls?: readonly string[];
}

/** Every page of an area has this frame, and first wipes what another person's visit saved. */
const areaParts = ['pages/area-layout.tsx', 'lib/offline/offline-cache.ts'];

const firstNeeds: Partial<Record<PageName, FirstNeeds>> = {
  signIn: { parts: ['pages/public/sign-in.tsx', 'features/auth/sign-in/auth-entry-screen.tsx'] },
  user: {
    parts: [
      ...areaParts,
      'pages/user/dashboard.tsx',
      'features/location-access/requests/location-access-request-notices.tsx',
    ],
    calls: [listAccess.path, `${listDevices.path}?limit=${DEVICE_PAGE_SIZE}`, listStatuses.path],
  },
  userSettings: { parts: [...areaParts, 'pages/user/settings.tsx'], calls: [listAccess.path] },
  userLooks: { parts: [...areaParts, 'pages/user/looks.tsx'], calls: [listAccess.path] },
  installer: { parts: [...areaParts, 'pages/installer/home.tsx'] },
  installerDevices: {
    parts: [...areaParts, 'rare-pages.ts', 'pages/installer/devices/devices.tsx'],
    calls: [listAccess.path, `${listDeviceTable.path}?sort=lastSeen&limit=${tablePage.usual}`],
  },
};

/** An entry of the list. */
interface ListedPage {
  /** People who are signed out get the sign-in at a page of the signed-in. */
  audience: 'signed-in' | 'signed-out' | 'anyone';
  file: string;
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
      async handler(_options, bundle) {
        for (const [fileName, source] of await skeletonPages(bundle))
          this.emitFile({ type: 'asset', fileName, source });
        const pages = Object.entries(paths).map(([name, path]) => [path, listed(name as PageName, bundle)]);
        const supportPages = Object.values(supportPaths).map((path) => [path, listed('support', bundle)]);
        const source = JSON.stringify(Object.fromEntries([...pages, ...supportPages]));
        this.emitFile({ type: 'asset', fileName: PAGE_LIST, source });
      },
    },
  };
}

function audienceOf(name: PageName): ListedPage['audience'] {
  if (name.startsWith('user') || name.startsWith('installer')) return 'signed-in';
  return name.startsWith('sign') ? 'signed-out' : 'anyone';
}

function skeletonOf(name: PageName): SkeletonName | null {
  if (name === 'signIn') return 'sign-in';
  if (name.startsWith('user')) return 'user';
  if (name === 'installerDevices') return 'installer-devices';
  return name.startsWith('installer') ? 'installer' : null;
}

function listed(name: PageName, bundle: Bundle): ListedPage {
  const { parts, calls = [] } = firstNeeds[name] ?? { parts: [] };
  const found = filesOf(
    bundle,
    parts.map((part) => `src/${part}`),
  );
  // The page itself names the files of the start, but only behind the links.
  const files = [...new Set([...filesOf(bundle, ['index.html']), ...found])];
  // A browser draws nothing before the style sheets and this script.
  const styles = files.filter((file) => file.endsWith('.css'));
  const scripts = files.filter((file) => !file.endsWith('.css'));
  return {
    audience: audienceOf(name),
    file: skeletonOf(name) === null ? 'index.html' : `${skeletonOf(name)}.html`,
    links: [
      '</page-start.js>; rel=preload; as=script',
      ...styles.map(linkOfStyle),
      ...scripts.map(linkOfScript),
      ...[getSession.path, ...calls].map(linkOfCall),
    ],
  };
}

/** Returns the portal's page with a skeleton of each kind and the style sheets that the skeleton needs. */
async function skeletonPages(bundle: Bundle): Promise<[string, string][]> {
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('the build has no index.html');
  const html = String(page.source);
  const names = Object.keys(skeletonParts) as SkeletonName[];
  const skeletons = await renderAtBuild<SkeletonModule, string[]>(SKELETONS, ({ renderSkeleton }) =>
    Promise.all(names.map(renderSkeleton)),
  );
  return names.map((name, index) => {
    const skeleton = withBuiltPictures(skeletons[index]!, bundle);
    return [`${name}.html`, withSkeleton(html, skeleton, stylesOf(bundle, name))];
  });
}

/** A skeleton is rendered from the sources, whose pictures have other names in the build. */
function withBuiltPictures(skeleton: string, bundle: Bundle): string {
  return skeleton.replaceAll(/\/(src\/[^"')]+\.svg)/g, (_, source: string) => {
    const picture = Object.values(bundle).find(
      (part) => part.type === 'asset' && part.originalFileNames.includes(source),
    );
    if (!picture) throw new Error(`the build has no ${source}`);
    return `/${picture.fileName}`;
  });
}

function stylesOf(bundle: Bundle, name: SkeletonName): string[] {
  return [...filesOf(bundle, [`src/${skeletonParts[name]}`])].filter((file) => file.endsWith('.css'));
}

function withSkeleton(html: string, skeleton: string, styles: readonly string[]): string {
  const missing = styles.filter((file) => !html.includes(file));
  const links = missing.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('');
  return html
    .replace('</head>', () => `${links}</head>`)
    .replace('<div id="root">', () => `${skeleton}<div id="root">`);
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
    (part) =>
      part.type === 'chunk' &&
      part.moduleIds.concat(part.facadeModuleId ?? []).some((id) => id.endsWith(`/web/${entry}`)),
  );
  if (!found) throw new Error(`the build has no ${entry}`);
  return found.fileName;
}

/** `crossorigin` as in the elements by which the page itself loads these files: else the browser would load twice. */
const linkOfStyle = (file: string): string => `</${file}>; rel=preload; as=style; crossorigin`;
const linkOfScript = (file: string): string => `</${file}>; rel=modulepreload; crossorigin`;

/** Loaded by `fetch`, so with its mode and cookies. */
const linkOfCall = (address: string): string => `<${address}>; rel=preload; as=fetch; crossorigin`;
