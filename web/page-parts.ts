import type { Rolldown } from 'vite';
import { join } from 'node:path';

type Group = Rolldown.CodeSplittingGroup;

const within = (...packages: string[]) => new RegExp(`/node_modules/(?:${packages.join('|')})/`);

/** Every page needs these, and they change with a release of theirs, not of ours: a browser keeps them for long. */
const libraries = within('react', 'react-dom', 'scheduler', 'use-sync-external-store', '@tanstack', 'zod');
/** Parts of the kit that nearly every page has. */
const kit = within('@mantine/core/esm/components/(?:ActionIcon|Badge|Button|Card|Loader|Paper|Tabs|Text|Title)');
const icons = within('@tabler');

/**
 * Which files the pages come in. Left alone, each piece that two pages share becomes a file of its own: seventy for the
 * dashboard, most of them smaller than what asking for them costs.
 */
export const pageParts: Group[] = [
  // What a stranger loads has nothing of the portal in it, and the portal nothing of what the landing page does.
  part('brand', (id, context) => landing(context).has(id) && portal(context).has(id), 5),
  { name: 'libraries', test: libraries, priority: 4 },
  { name: 'kit', test: kit, priority: 3 },
  { ...part('start', (id, context) => !landing(context).has(id), 2), tags: ['$initial'] },
  part('signed-in', (id, context) => area(context).has(id) || (user(context).has(id) && installer(context).has(id)), 1),
  // Two hundred bytes each, in many hands.
  { name: 'icons', test: icons, minShareCount: 3, priority: 1 },
];

type Context = Rolldown.ChunkingContext;

function part(name: string, has: (id: string, context: Context) => boolean, priority: number): Group {
  return { debugName: name, name: (id, context) => (has(id, context) ? name : null), priority };
}

const landing = reachedFrom('landing.html');
const portal = reachedFrom('src/main.tsx');
const area = reachedFrom('src/pages/area-page.tsx');
const user = reachedFrom('src/pages/user/dashboard.tsx');
const installer = reachedFrom('src/pages/installer/home.tsx');

/** Our own modules that this page imports, and what they import in turn; found once, when the graph stands. */
function reachedFrom(page: string): (context: Context) => ReadonlySet<string> {
  let modules: Set<string> | undefined;
  return (context) => {
    modules ??= collect(join(import.meta.dirname, page), context);
    return modules;
  };
}

function collect(id: string, context: Context, modules = new Set<string>()): Set<string> {
  // A library's index names everything that the library has.
  if (modules.has(id) || id.includes('/node_modules/')) return modules;
  modules.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) collect(imported, context, modules);
  return modules;
}
