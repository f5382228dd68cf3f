import type { Rolldown } from 'vite';
import { join } from 'node:path';

type Group = Rolldown.CodeSplittingGroup;

const within = (...packages: string[]) => new RegExp(`/node_modules/(?:${packages.join('|')})/`);

/**
 * Libraries that every page needs. Their code changes only with a library release, not with a release of ours, so
 * browsers cache this file for long.
 */
const libraries = within('react', 'react-dom', 'scheduler', 'use-sync-external-store', '@tanstack');
/** Loads with the first form that checks its fields. */
const schemas = within('zod');
/** Parts of the kit that nearly every page has. */
const kit = within('@mantine/core/esm/components/(?:ActionIcon|Badge|Button|Card|Loader|Paper|Tabs|Text|Title)');
/** The parts of the kit that forms have. */
const fields = within(
  '@mantine/form',
  '@mantine/core/esm/components/(?:CloseButton|Input|InputBase|PasswordInput|TextInput)',
);
/** Lists and menus that open over the page. */
const popovers = within(
  '@floating-ui',
  '@mantine/core/esm/components/(?:Combobox|FloatingIndicator|FocusTrap|Menu|Popover|SegmentedControl|Select)',
);
/** Small, and used outside lists and menus too. */
const hiddenWords = within('@mantine/core/esm/components/VisuallyHidden');
/** Each place where a person chooses a file needs all of these. */
const files = /\/@mantine\/core\/esm\/components\/FileButton\/|\/(?:file-chooser|format-size|outcome-line)\./;
const icons = within('@tabler');

/**
 * Defines the files into which the pages are split. By default, each module shared by two pages becomes a separate
 * file: seventy for the dashboard, most smaller than the cost of a request.
 */
export const pageParts: Group[] = [
  // The landing page loads no portal code, and the portal loads no landing-page code. Both share only 'brand'.
  part('brand', (id, context) => landing(context).has(id) && portal(context).has(id), 5),
  { name: 'libraries', test: libraries, tags: ['$initial'], priority: 4 },
  { name: 'schemas', test: schemas, priority: 4 },
  { name: 'kit', test: kit, priority: 3 },
  { name: 'fields', test: fields, priority: 3 },
  { ...part('start', (id, context) => !landing(context).has(id) && !id.endsWith('.schema.ts'), 2), tags: ['$initial'] },
  // Shared by the sign-in and the areas.
  part('frame', (id, context) => entry(context).has(id) && signedIn(id, context) && !landing(context).has(id), 1),
  part('signed-in', signedIn, 1),
  // Shared by the sign-in and the installer's pages.
  part(
    'entry-words',
    (id, context) => entry(context).has(id) && installer(context).has(id) && !landing(context).has(id),
    1,
  ),
  // Modules that a page shares with parts loaded later.
  { ...part('entry', (id, context) => entry(context).has(id) && !landing(context).has(id), 0), minShareCount: 2 },
  { ...part('user', (id, context) => user(context).has(id) && !landing(context).has(id), 0), minShareCount: 2 },
  // A group takes along what its modules import, unless an earlier group has it.
  { name: 'hidden-words', test: hiddenWords, priority: 0 },
  { name: 'popovers', test: popovers, priority: 0 },
  { name: 'files', test: files, priority: 0 },
  // Two hundred bytes each, in many hands.
  { name: 'icons', test: icons, minShareCount: 9, priority: 1 },
];

type Context = Rolldown.ChunkingContext;

/** Whether the pages of both areas need this module. */
function signedIn(id: string, context: Context): boolean {
  return area(context).has(id) || (user(context).has(id) && installer(context).has(id));
}

function part(name: string, has: (id: string, context: Context) => boolean, priority: number): Group {
  return { debugName: name, name: (id, context) => (has(id, context) ? name : null), priority };
}

const landing = reachedFrom('landing.html');
const portal = reachedFrom('src/main.tsx');
const area = reachedFrom('src/pages/area-layout.tsx', 'src/pages/area-page.tsx');
const user = reachedFrom('src/pages/user/dashboard.tsx');
const installer = reachedFrom('src/pages/installer/home.tsx', 'src/pages/installer/devices/devices.tsx');
const entry = reachedFrom('src/features/auth/sign-in/auth-entry-screen.tsx');

/**
 * Returns our own modules that these pages import, directly or indirectly. Computed once, when the graph is complete.
 */
function reachedFrom(...pages: string[]): (context: Context) => ReadonlySet<string> {
  let modules: Set<string> | undefined;
  return (context) => {
    modules ??= new Set(pages.flatMap((page) => [...collect(join(import.meta.dirname, page), context)]));
    return modules;
  };
}

function collect(id: string, context: Context, modules = new Set<string>()): Set<string> {
  // Skips packages, because a library's index imports the whole library, and schemas, which load with the forms.
  if (modules.has(id) || id.includes('/node_modules/') || id.endsWith('.schema.ts')) return modules;
  modules.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) collect(imported, context, modules);
  return modules;
}
