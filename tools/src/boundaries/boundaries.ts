import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, getAvailableTranspilers } from 'dependency-cruiser';
import type { ICruiseResult, IModule, IViolation } from 'dependency-cruiser';
import { boundaryRules, TYPES_MAY_PASS } from './boundary-rules.ts';
import { findCycle, PORTS } from '../feature-map.ts';
import { hasImports, isTypeOnlyImport } from './import-statements.ts';
import { listSources, ROOMS } from '../repository.ts';
import { letSwcReadTsx } from './tsx-parser.ts';

export type BoundaryReport = { sourceCount: number; importCount: number; failures: string[] };

/**
 * Reads every source file below `root` and checks its imports.
 * `failures` holds a line per forbidden import and per unchecked file, because a check that read no files must not be
 * green.
 */
export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const sources = listSources(root);
  const result = await readImports(root, sources);
  const judged = result.modules.filter((module) => sources.includes(module.source));
  return {
    sourceCount: judged.length,
    importCount: judged.reduce((sum, module) => sum + module.dependencies.length, 0),
    failures: [
      ...unreadFiles(sources, judged),
      ...blindFiles(root, judged),
      ...forbiddenImports(root, result),
      ...folderCircles(judged),
      ...portCircles(),
    ],
  };
}

async function readImports(root: string, sources: readonly string[]): Promise<ICruiseResult> {
  if (!getAvailableTranspilers().some((transpiler) => transpiler.name === 'swc' && transpiler.available)) {
    throw new Error('@swc/core is missing or too new for dependency-cruiser: TypeScript files would not be read');
  }
  letSwcReadTsx();
  const folders = ROOMS.filter((room) => sources.some((source) => source.startsWith(`${room}/`)));
  const { output } = await cruise(
    [...folders],
    {
      baseDir: root,
      parser: 'swc',
      validate: true,
      ruleSet: { forbidden: boundaryRules() },
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^[^/]+/dist/' },
    },
    {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'node', 'types', 'default'],
    },
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output.slice(0, 500)}`);
  return output;
}

function unreadFiles(sources: readonly string[], judged: readonly IModule[]): string[] {
  const read = new Set(judged.map((module) => module.source));
  return sources
    .filter((source) => !read.has(source))
    .map((source) => `${source}: not read, so its imports are unknown (read ${read.size} of ${sources.length} files)`);
}

/** Files with import statements in which the parser saw none. */
function blindFiles(root: string, judged: readonly IModule[]): string[] {
  return judged
    .filter((module) => module.dependencies.length === 0)
    .filter(({ source }) => hasImports(readFileSync(join(root, source), 'utf8'), source.endsWith('x')))
    .map((module) => `${module.source}: has imports, but the parser saw none`);
}

function forbiddenImports(root: string, result: ICruiseResult): string[] {
  const comments = new Map(boundaryRules().map((rule) => [rule.name, rule.comment]));
  return result.summary.violations
    .filter((violation) => !isAllowedAsType(root, result, violation))
    .map((violation) => `${describe(violation)} [${violation.rule.name}] ${comments.get(violation.rule.name) ?? ''}`);
}

function describe(violation: IViolation): string {
  const cycle = violation.cycle?.map((step) => step.name);
  return [violation.from, ...(cycle ?? [violation.to])].join(' → ');
}

function isAllowedAsType(root: string, result: ICruiseResult, violation: IViolation): boolean {
  if (!TYPES_MAY_PASS.has(violation.rule.name)) return false;
  const importer = result.modules.find((module) => module.source === violation.from);
  const specifiers = (importer?.dependencies ?? [])
    .filter((dependency) => dependency.resolved === violation.to)
    .map((dependency) => dependency.module);
  const source = readFileSync(join(root, violation.from), 'utf8');
  return specifiers.length > 0 && specifiers.every((specifier) => isTypeOnlyImport(source, specifier));
}

/** Folders of platform depend on each other in a single direction. Tests are exempt. */
function folderCircles(judged: readonly IModule[]): string[] {
  const folders: Record<string, string[]> = {};
  for (const module of judged.filter(({ source }) => !source.includes('.test.'))) {
    const from = platformFolder(module.source);
    if (from === undefined) continue;
    const reached = module.dependencies.flatMap((dependency) => platformFolder(dependency.resolved) ?? []);
    folders[from] = [...(folders[from] ?? []), ...reached.filter((name) => name !== from)];
  }
  const cycle = findCycle(folders);
  return cycle ? [`server/src/platform: ${cycle.join(' → ')} [platform-folders-without-cycles]`] : [];
}

function platformFolder(path: string): string | undefined {
  return /^server\/src\/platform\/([^/]+)\//.exec(path)?.[1];
}

function portCircles(): string[] {
  const cycle = findCycle(PORTS);
  return cycle ? [`tools/src/feature-map.ts: ports form a cycle: ${cycle.join(' → ')}`] : [];
}
