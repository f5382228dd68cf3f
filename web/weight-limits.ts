import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const area = 'src/pages/area-layout.tsx';

/**
 * The limits for the scripts of a page's first load, compressed, in kB.
 * The benchmarks contain the targets. These limits prevent unnoticed growth (decisions 024 and 027).
 */
const limits = [
  { page: 'the landing page', starts: ['landing.html'], mostKb: 90 },
  { page: "a user's dashboard", starts: ['index.html', area, 'src/pages/user/dashboard.tsx'], mostKb: 169 },
  { page: "an installer's home", starts: ['index.html', area, 'src/pages/installer/home.tsx'], mostKb: 169.1 },
] as const;

/** Fails the build when the first load of a page exceeds its limit. */
export function weightLimits(): Plugin {
  return {
    name: 'weight-limits',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // The names of the parts that are loaded later come in last.
      order: 'post',
      handler(_options, bundle) {
        for (const { page, starts, mostKb } of limits) {
          const kb = weightOf(bundle, starts) / 1_000;
          if (kb > mostKb) this.error(`${page} starts with ${kb.toFixed(1)} kB of scripts: at most ${mostKb} are held`);
        }
      },
    },
  };
}

function weightOf(bundle: Bundle, starts: readonly string[]): number {
  const seen = new Map<string, string>();
  const walk = (name: string): void => {
    const part = bundle[name];
    if (part?.type !== 'chunk' || seen.has(name)) return;
    seen.set(name, part.code);
    part.imports.forEach(walk);
  };
  for (const start of starts) walk(fileOf(bundle, start));
  return [...seen.values()].reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0);
}

function fileOf(bundle: Bundle, start: string): string {
  const found = Object.values(bundle).find(
    (part) =>
      part.type === 'chunk' &&
      part.moduleIds.concat(part.facadeModuleId ?? []).some((id) => id.endsWith(`/web/${start}`)),
  );
  if (!found) throw new Error(`the build has no ${start}`);
  return found.fileName;
}
