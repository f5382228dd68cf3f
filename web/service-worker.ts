import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** Cached from the start: all files of the portal's own pages. */
const shell = /^(?:assets\/.*\.(?:js|css|woff2)|index\.html)$/;
/** Large files that are useless without a network or before sign-in. Cached after their first use, or never. */
const later =
  /^assets\/(?:maplibre|google-view|landing|phone-field|accounts-personal-form|panic-contacts-dialog|auth-sign-up|certification-sign-up|privacy|terms|legal-page)-/;
/** Files without a hash in their name that the page asks for. */
const publicFiles = ['page-start.js', 'favicon.svg', 'icon-192.png', 'manifest.webmanifest'];

interface Entry {
  url: string;
  /** Null when the name contains the version. */
  revision: string | null;
}

/**
 * Builds the service worker into `/sw.js`, a single file, with the list of files to cache. Uses no ready-made plugin:
 * decision 010.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: {
      // Before the files are compressed.
      order: 'pre',
      sequential: true,
      async handler({ dir }, bundle) {
        const names = Object.keys(bundle);
        const kept = names.filter((name) => shell.test(name) && !later.test(name));
        refuseMissingImports(bundle, new Set(kept));
        const entries = [...kept, ...publicFiles].toSorted().map((name) => entryOf(dir!, name));
        await buildWorker(dir!, {
          SHELL: JSON.stringify(entries),
          PARTS: JSON.stringify(names.filter((name) => name.startsWith('assets/')).map((name) => `/${name}`)),
        });
      },
    },
  };
}

/** A cached file that imports a file outside the cache does not run without a network. */
function refuseMissingImports(bundle: Rolldown.OutputBundle, kept: ReadonlySet<string>): void {
  const missing = Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && kept.has(file.fileName)
      ? file.imports.filter((name) => !kept.has(name)).map((name) => `${file.fileName} imports ${name}`)
      : [],
  );
  if (missing.length > 0) throw new Error(`The service worker caches files that lack an import: ${missing.join(', ')}`);
}

function entryOf(dir: string, name: string): Entry {
  if (name.startsWith('assets/')) return { url: `/${name}`, revision: null };
  const revision = createHash('sha256')
    .update(readFileSync(join(dir, name)))
    .digest('hex')
    .slice(0, 16);
  return { url: `/${name}`, revision };
}

async function buildWorker(outDir: string, define: Record<string, string>): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/service-worker/sw.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
