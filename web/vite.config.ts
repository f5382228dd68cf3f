import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { leanEndpoints } from './lean-endpoints.ts';
import { leanSchemas } from './lean-schemas.ts';
import { keptStyles, landingPage } from './landing-page.ts';
import { missingParts } from './missing-parts.ts';
import { pageList } from './page-list.ts';
import { pageParts } from './page-parts.ts';
import { serviceWorker } from './service-worker.ts';
import { themeStyles } from './theme-styles.ts';
import { weightLimits } from './weight-limits.ts';

const address = 'http://127.0.0.1:3000';

/**
 * The server accepts requests from its own pages only. In development the pages come from this server, so the proxy
 * sets the origin.
 */
const portal = { target: address, headers: { origin: address } };

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    react(),
    leanEndpoints(),
    leanSchemas(),
    themeStyles(),
    missingParts(),
    landingPage(),
    keptStyles(),
    pageList(),
    weightLimits(),
    serviceWorker(),
    compressedFiles(),
  ],
  resolve: {
    // The router's library asks for a version that also runs with a React older than ours.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': portal, '/functions': portal } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The manifest lists the dependencies of each chunk. The benchmark uses the manifest to weigh pages.
    manifest: true,
    target: 'es2023',
    // Browsers with light-dark(). For older browsers, the build would rewrite light-dark() into variables that the kit
    // never sets.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // A font or worker inlined as a data: address is refused by the page's content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_150,
    rolldownOptions: {
      input: ['index.html', 'landing.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: { groups: pageParts },
        // The start names every file. Seven characters are enough for the versions of one file.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
      // `leanSchemas` removes these imports on purpose.
      checks: { importIsUndefined: false, ineffectiveDynamicImport: false },
    },
  },
  worker: { format: 'es' },
});
