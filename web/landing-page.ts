import { gzipSync } from 'node:zlib';
import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from 'vite';
import { renderAtBuild } from './render-at-build.ts';

const PLACE = '<!-- the landing page is rendered here by the build -->';
/** The limit for the scripts that the landing page runs in a visitor's browser. React alone would exceed this limit. */
const SCRIPTS_MAX_BYTES = 55_000;
const HERO_FONT = 'schibsted-grotesk-latin-wght-normal';

const LANDING = '/src/pages/public/landing/landing-static.tsx';

type LandingModule = { renderLanding: () => string };
type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/**
 * Keeps style sheets that landing.ts imports only for their rules. Tree-shaking would drop these, because landing.ts
 * uses none of their class names.
 */
export function keptStyles(): Plugin {
  return {
    name: 'kept-styles',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  };
}

/**
 * Renders the landing page into landing.html with its styles, so that a visitor sees the page after a single request,
 * before any script runs. Names the portal's start files for prefetching and preloads the font of the hero.
 */
export function landingPage(): Plugin {
  return {
    name: 'landing-page',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, filename }) {
        if (!filename.endsWith('landing.html')) return html;
        const markup = await renderAtBuild<LandingModule, string>(LANDING, ({ renderLanding }) => renderLanding());
        const page = html.replace(PLACE, () => markup);
        if (!bundle) return page;
        weighScripts(page, bundle);
        return { html: inlineStyles(page, bundle), tags: tagsFor(bundle) };
      },
    },
  };
}

/** Fails the build when the page's own scripts exceed the limit. Counts compressed bytes, as transferred. */
function weighScripts(html: string, bundle: Bundle): void {
  const names = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name);
  const codes = names.map((name) => (bundle[name]?.type === 'chunk' ? bundle[name].code : ''));
  if (codes.length === 0 || codes.includes('')) throw new Error('The scripts of the landing page were not found.');
  const bytes = codes.reduce((sum, code) => sum + gzipSync(code).length, 0);
  if (bytes > SCRIPTS_MAX_BYTES) {
    throw new Error(`The landing page loads ${bytes} bytes of scripts, at most ${SCRIPTS_MAX_BYTES} are allowed.`);
  }
}

const STYLE_LINK = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;

function inlineStyles(html: string, bundle: Bundle): string {
  const sheets = [...html.matchAll(STYLE_LINK)].map(([, name = '']) => styleIn(bundle, name));
  const styles = sheets.join('');
  const unknown = [...html.matchAll(/class="(_\w+)"/g)].find(([, name = '']) => !styles.includes(`.${name}`));
  if (unknown) throw new Error(`The landing page names the class ${unknown[1]}, which is in none of its styles.`);
  return html.replaceAll(STYLE_LINK, '').replace('</head>', () => `<style>${styles}</style>\n  </head>`);
}

function styleIn(bundle: Bundle, name: string): string {
  const file = bundle[name];
  if (file?.type !== 'asset') throw new Error(`The build has no style sheet ${name}.`);
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
}

function tagsFor(bundle: Bundle): HtmlTagDescriptor[] {
  const font = Object.keys(bundle).find((name) => name.includes(HERO_FONT));
  if (!font) throw new Error('The font of the hero is not in the build.');
  return [
    {
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
      injectTo: 'head-prepend',
    },
    { tag: 'meta', attrs: { name: 'trace-portal-files', content: portalFiles(bundle).join(' ') }, injectTo: 'head' },
  ];
}

/** Returns the files that index.html requests at once and the sign-in page, with all their imports. */
function portalFiles(bundle: Bundle): string[] {
  const files = new Set<string>();
  const walk = (name: string) => {
    const chunk = bundle[name];
    if (files.has(`/${name}`) || chunk?.type !== 'chunk') return;
    files.add(`/${name}`);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    for (const imported of chunk.imports) walk(imported);
  };
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && isStart(chunk.facadeModuleId)) walk(chunk.fileName);
  return [...files];
}

const isStart = (file: string | null): boolean =>
  file !== null &&
  ['/web/index.html', '/web/src/main.tsx', '/pages/public/sign-in.tsx'].some((end) => file.endsWith(end));
