import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { leanSchemas } from './lean-schemas.ts';
import { keptStyles, landingPage } from './landing-page.ts';
import { pageParts } from './page-parts.ts';
import { serviceWorker } from './service-worker.ts';
import { weightLimits } from './weight-limits.ts';

const address = 'http://127.0.0.1:3000';

/** The server accepts what comes from its own pages; in development the pages come from here. */
const portal = { target: address, headers: { origin: address } };

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), leanSchemas(), landingPage(), keptStyles(), weightLimits(), serviceWorker(), compressedFiles()],
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': portal, '/functions': portal } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Which part needs which: the bench weighs pages by it.
    manifest: true,
    target: 'es2023',
    // Browsers that know light-dark(); for older ones it would be rewritten into variables that the kit never sets.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // A font or worker inlined as a data: address is refused by the page's content security policy.
    assetsInlineLimit: 0,
    // All browsers that are meant know it.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_150,
    rolldownOptions: {
      input: ['index.html', 'landing.html'].map((page) => join(import.meta.dirname, page)),
      output: { codeSplitting: { groups: pageParts } },
      // What `leanSchemas` takes out is missing on purpose.
      checks: { importIsUndefined: false, ineffectiveDynamicImport: false },
    },
  },
  worker: { format: 'es' },
});
