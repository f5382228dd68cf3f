import type { Plugin, Rolldown } from 'vite';
import { paths } from './src/lib/paths.ts';

type Bundle = Rolldown.OutputBundle;

/** Where the server reads the paths of all pages and what a page needs at once. */
const PAGE_LIST = 'pages.json';

/** The parts that a page shows first, as their files. A browser would find these only after the first scripts ran. */
const firstParts: Partial<Record<keyof typeof paths, readonly string[]>> = {
  signIn: ['features/auth/sign-in/auth-entry-screen.tsx'],
  user: ['pages/user/dashboard.tsx'],
  installer: ['pages/installer/home.tsx'],
  installerDevices: ['pages/installer/devices/devices.tsx'],
};

/** Writes `pages.json`: for each page the files to load early, as links of an HTTP header. */
export function pageList(): Plugin {
  return {
    name: 'page-list',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // The names of the parts that are loaded later come in last.
      order: 'post',
      handler(_options, bundle) {
        const known = filesOf(bundle, ['index.html']);
        const linksOf = (name: keyof typeof paths): string[] => {
          const files = filesOf(
            bundle,
            (firstParts[name] ?? []).map((part) => `src/${part}`),
          );
          return [...files].filter((file) => !known.has(file)).map(linkOf);
        };
        const pages = Object.entries(paths).map(([name, path]) => [path, linksOf(name as keyof typeof paths)]);
        this.emitFile({ type: 'asset', fileName: PAGE_LIST, source: JSON.stringify(Object.fromEntries(pages)) });
      },
    },
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
const linkOf = (file: string): string =>
  file.endsWith('.css')
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload; crossorigin`;
