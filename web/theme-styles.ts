import type { Plugin } from 'vite';
import { renderAtBuild } from './render-at-build.ts';

const SHEET = 'virtual:theme-styles.css';
const RESOLVED_SHEET = '/theme-styles.css';
const THEME = '/src/ui/theme-styles.tsx';
type ThemeModule = { renderThemeStyles: () => string };

/** Takes the place of the component that computes the theme's variables in the browser. */
const STAND_IN = `import '${SHEET}';
export const MantineCssVariables = () => null;`;

/**
 * Writes the theme's variables into the style sheet of the pages. In development and in tests the kit computes them in
 * the browser. Saves 4 kB of scripts, compressed, and the same rules inside each skeleton.
 */
export function themeStyles(): Plugin {
  return {
    name: 'theme-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^virtual:theme-styles\.css$/ }, handler: () => RESOLVED_SHEET },
    load: {
      filter: { id: /^\/theme-styles\.css$/ },
      handler: async () => ({
        code: await renderAtBuild<ThemeModule, string>(THEME, ({ renderThemeStyles }) => renderThemeStyles()),
        moduleSideEffects: 'no-treeshake',
      }),
    },
    transform: {
      filter: { id: /MantineCssVariables\/MantineCssVariables\.mjs$/ },
      handler: () => ({ code: STAND_IN, map: null, moduleSideEffects: true }),
    },
  };
}
