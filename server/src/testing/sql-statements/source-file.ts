// Syntax trees of source files, and the declarations that their names refer to.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

export type SyntaxNode = Record<string, unknown> & { type: string };

/** The declarations of a function and, through `parent`, of all functions around that function. */
export interface Scope {
  readonly file: SourceFile;
  readonly parent: Scope | null;
  readonly bindings: Map<string, Binding>;
}

/** An expression or function, with the scope in which its own names are looked up. */
export interface Binding {
  readonly node: SyntaxNode;
  readonly scope: Scope;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly module: SyntaxNode;
  readonly imports: ReadonlyMap<string, { specifier: string; name: string }>;
  readonly types: ReadonlyMap<string, SyntaxNode>;
}

const SOURCE = path.resolve(import.meta.dirname, '../..');
const CONTRACT = path.resolve(SOURCE, '../../contract/src');
/** The folders that import prefixes stand for. The first match counts. */
const FOLDERS = [
  ['#server/', SOURCE],
  ['#', SOURCE],
  ['@trace/contract/', CONTRACT],
] as const;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

const files = new Map<string, SourceFile>();
const moduleScopes = new Map<SourceFile, Scope>();

export function readSourceFile(filePath: string): SourceFile {
  const known = files.get(filePath);
  if (known !== undefined) return known;
  const text = readFileSync(filePath, 'utf8');
  const module = parseSync(text, { syntax: 'typescript', target: 'es2022' }) as unknown as SyntaxNode;
  const file = { path: filePath, text, module, imports: importsOf(module), types: typesOf(module) };
  files.set(filePath, file);
  return file;
}

export function moduleScope(file: SourceFile): Scope {
  let scope = moduleScopes.get(file);
  scope ??= openScope(file.module, file, null);
  moduleScopes.set(file, scope);
  return scope;
}

/** The scope inside of `owner`, a module or a function. */
export function openScope(owner: SyntaxNode, file: SourceFile, parent: Scope | null): Scope {
  const scope: Scope = { file, parent, bindings: new Map() };
  walkWithin(owner, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node['init']) && nodeAt(node, 'id').type === 'Identifier')
      scope.bindings.set(nameOf(nodeAt(node, 'id')), { node: node['init'], scope });
    if (node.type === 'FunctionDeclaration' && node !== owner)
      scope.bindings.set(nameOf(nodeAt(node, 'identifier')), { node, scope });
  });
  return scope;
}

/** Finds the declaration of a name, in another file when the name is imported. */
export function findBinding(name: string, scope: Scope): Binding | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.bindings.get(name);
    if (binding !== undefined) return binding;
  }
  const imported = importedFrom(name, scope.file);
  return imported && moduleScope(imported.file).bindings.get(imported.name);
}

/** Finds the declaration of a type, with the file in which its own names are looked up. */
export function findType(name: string, file: SourceFile): { node: SyntaxNode; file: SourceFile } | undefined {
  const node = file.types.get(name);
  if (node !== undefined) return { node, file };
  const imported = importedFrom(name, file);
  return imported && findType(imported.name, imported.file);
}

function importedFrom(name: string, file: SourceFile): { file: SourceFile; name: string } | undefined {
  const imported = file.imports.get(name);
  const target = imported && pathOf(imported.specifier, file);
  return target === undefined ? undefined : { file: readSourceFile(target), name: imported!.name };
}

function pathOf(specifier: string, file: SourceFile): string | undefined {
  const target = unresolvedPathOf(specifier, file);
  return target !== undefined && existsSync(target) ? target : undefined;
}

function unresolvedPathOf(specifier: string, file: SourceFile): string | undefined {
  if (specifier.startsWith('.')) return path.resolve(path.dirname(file.path), specifier);
  for (const [prefix, folder] of FOLDERS)
    if (specifier.startsWith(prefix)) return path.join(folder, `${specifier.slice(prefix.length)}.ts`);
  return undefined;
}

function importsOf(module: SyntaxNode): SourceFile['imports'] {
  const imports = new Map<string, { specifier: string; name: string }>();
  for (const statement of nodesAt(module, 'body')) {
    if (statement.type !== 'ImportDeclaration') continue;
    const specifier = nameOf(nodeAt(statement, 'source'));
    for (const each of nodesAt(statement, 'specifiers')) {
      const local = nameOf(nodeAt(each, 'local'));
      imports.set(local, { specifier, name: isNode(each['imported']) ? nameOf(each['imported']) : local });
    }
  }
  return imports;
}

function typesOf(module: SyntaxNode): SourceFile['types'] {
  const types = new Map<string, SyntaxNode>();
  walk(module, (node) => {
    if (node.type === 'TsInterfaceDeclaration' || node.type === 'TsTypeAliasDeclaration')
      types.set(nameOf(nodeAt(node, 'id')), node);
  });
  return types;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

export const isFunction = (node: SyntaxNode): boolean => FUNCTIONS.has(node.type);

export function nodeAt(node: SyntaxNode, key: string): SyntaxNode {
  const child = node[key];
  if (!isNode(child)) throw new Error(`${node.type} has no ${key}`);
  return child;
}

/** The child nodes in a list. Arguments are wrapped in a node of their own without a type. */
export function nodesAt(node: SyntaxNode, key: string): SyntaxNode[] {
  const list: unknown = node[key];
  if (!Array.isArray(list)) return [];
  return list
    .map((each: unknown) => (isNode(each) ? each : (each as { expression?: unknown } | null)?.expression))
    .filter(isNode);
}

export const nameOf = (node: SyntaxNode): string => String(node['value']);

export function walk(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) visit(value);
  for (const child of Object.values(value)) walk(child, visit);
}

/** Visits the nodes of a module or function. Visits nested function declarations, but nothing inside them. */
export function walkWithin(owner: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  const step = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value)) {
      visit(value);
      if (isFunction(value)) return;
    }
    for (const child of Object.values(value)) step(child);
  };
  for (const child of Object.values(owner)) step(child);
}
