import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const kit = join(import.meta.dirname, '../../../node_modules/@mantine/core');
const SHEET = /@mantine\/core\/styles\/([\w-]+)\.layer\.css/g;
/** Rules of no component: the reset, the variables and the classes for hidden parts. */
const BASE_SHEETS = ['baseline', 'default-css-variables', 'global'];

/** Returns the names that our own code imports from the kit as values. */
function namesInUse(): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.*', 'testing/**'] });
  const imports = files.flatMap((file) => [
    ...readFileSync(join(source, file), 'utf8').matchAll(/import \{([^}]+)\} from '@mantine\/core'/g),
  ]);
  return imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

/** Returns the file of each component that the kit's index exports. */
function filesByName(): Map<string, string> {
  const index = readFileSync(join(kit, 'esm/index.mjs'), 'utf8');
  const rows = index.matchAll(/import \{ ([^}]+) \} from "(\.\/components\/[^"]+)"/g);
  return new Map(
    [...rows].flatMap(([, names = '', file = '']) => names.split(', ').map((name) => [name, join(kit, 'esm', file)])),
  );
}

/** Returns the class names of this file and of all files that it imports. */
function classesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  if (file.endsWith('.module.mjs')) return [...code.matchAll(/"(m_\w+)"/g)].map(([, name = '']) => name);
  const imported = [...code.matchAll(/from "(\.[^"]+)"/g)].map(([, path = '']) => join(dirname(file), path));
  return imported.flatMap((path) => classesOf(path, seen));
}

/** Returns the kit's sheets in the order of its complete sheet. Later rules win over earlier ones. */
function sheetsInOrder(): Map<string, string> {
  const whole = readFileSync(join(kit, 'styles.css'), 'utf8');
  const placed = globSync('*.layer.css', { cwd: join(kit, 'styles') }).map((file) => {
    const plain = readFileSync(join(kit, 'styles', file.replace('.layer', '')), 'utf8');
    return { name: file.replace('.layer.css', ''), css: plain, at: whole.indexOf(plain.trim().slice(0, 200)) };
  });
  return new Map(placed.toSorted((one, other) => one.at - other.at).map(({ name, css }) => [name, css]));
}

test('kit-styles imports the style sheet of every component in use, in the order of the kit', () => {
  const files = filesByName();
  const start = namesInUse().flatMap((name) => files.get(name) ?? []);
  const classes = new Set(start.flatMap((file) => classesOf(file)));
  expect(classes.size).toBeGreaterThan(50);
  const wanted = [...sheetsInOrder()]
    .filter(([name, css]) => BASE_SHEETS.includes(name) || [...classes].some((one) => css.includes(`.${one}`)))
    .map(([name]) => name);
  const imported = [...readFileSync(join(import.meta.dirname, 'kit-styles.ts'), 'utf8').matchAll(SHEET)];
  expect(imported.map(([, name]) => name)).toEqual(wanted);
});
