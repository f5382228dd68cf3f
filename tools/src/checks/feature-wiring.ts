import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { isFeature, portsOf } from '../feature-map.ts';

const WIRING_FOLDER = 'server/src';

/** Builds the features and gives each the ports of others. */
export const WIRING_FILE = `${WIRING_FOLDER}/features.ts`;

/** Run-time calls between features begin only in `features.ts` and the files of its groups. */
const isWiringFile = (name: string): boolean => name === 'features.ts' || name.endsWith('-features.ts');

/** A syntax tree's node; `value` is the name of an identifier. */
type SyntaxNode = Record<string, unknown>;

/**
 * Compares the ports that features get at run time with the map. Fails when a feature receives anything of a
 * feature that the map does not list, also through a closure.
 */
export function checkFeatureWiring(root: string): { failures: string[]; callCount: number } {
  // A file can get features of another file as parameters of the same name, so the variables of all files count.
  const names = readdirSync(join(root, WIRING_FOLDER)).filter(isWiringFile);
  const built = names.flatMap((name) => {
    const file = `${WIRING_FOLDER}/${name}`;
    const source = readFileSync(join(root, file), 'utf8');
    const found = builtFeatures(parseSync(source, { syntax: 'typescript', target: 'es2022' }));
    return found.map((feature) => ({ ...feature, file }));
  });
  const byVariable = new Map(
    built.flatMap(({ variable, feature }) => (variable === undefined ? [] : [[variable, feature]])),
  );
  const edges = built.flatMap(({ feature, given, file }) =>
    [...new Set(given.flatMap((name) => byVariable.get(name) ?? []))]
      .filter((other) => other !== feature)
      .map((other) => ({ feature, other, file })),
  );
  const failures = edges
    .filter(({ feature, other }) => !isFeature(feature) || !portsOf(feature).some((port) => port === other))
    .map(
      ({ feature, other, file }) =>
        `${file}: ${feature} is given ${other}, which the map does not name (tools/src/feature-map.ts)`,
    );
  if (built.length === 0)
    failures.push(`${WIRING_FILE}: no call of create…Feature was found, so the wiring is unknown`);
  return { failures, callCount: edges.length };
}

interface BuiltFeature {
  readonly feature: string;
  /** The constant that holds the feature; undefined when nothing else uses it. */
  readonly variable: string | undefined;
  /** Every identifier in the arguments. */
  readonly given: string[];
}

function builtFeatures(tree: unknown): BuiltFeature[] {
  const built: BuiltFeature[] = [];
  const walk = (value: unknown, variable: string | undefined): void => {
    if (!isNode(value)) return;
    const name =
      value['type'] === 'VariableDeclarator' && isNode(value['id']) ? String(value['id']['value']) : variable;
    const feature = value['type'] === 'CallExpression' ? featureIn(value['callee']) : undefined;
    if (feature !== undefined) built.push({ feature, variable: name, given: identifiersIn(value['arguments']) });
    for (const child of Object.values(value)) walk(child, name);
  };
  walk(tree, undefined);
  return built;
}

/** `createDeviceSetupFeature` builds device-setup. */
function featureIn(callee: unknown): string | undefined {
  if (!isNode(callee) || callee['type'] !== 'Identifier') return undefined;
  const [, name] = /^create(\w+)Feature$/.exec(String(callee['value'])) ?? [];
  return name?.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

function identifiersIn(value: unknown): string[] {
  if (!isNode(value)) return [];
  const own = value['type'] === 'Identifier' ? [String(value['value'])] : [];
  return [...own, ...Object.values(value).flatMap(identifiersIn)];
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;
