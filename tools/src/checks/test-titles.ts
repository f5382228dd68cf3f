import { parseSync } from '@swc/core';

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe', 'story']);

/** The titles in the text of a test file, `test.each(…)('title')` included; placeholders of a template read as '…'. */
export function readTestTitles(source: string, isTsx: boolean): string[] {
  const titles: string[] = [];
  walk(parseSync(source, { syntax: 'typescript', tsx: isTsx, target: 'es2022' }), (node) => {
    if (node['type'] !== 'CallExpression' || !TEST_FUNCTIONS.has(rootName(node['callee']))) return;
    const title = textOf(firstArgument(node));
    if (title !== undefined) titles.push(title);
  });
  return titles;
}

type SyntaxNode = Record<string, unknown>;

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null;
}

function walk(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (!isNode(value)) return;
  visit(value);
  for (const child of Object.values(value)) walk(child, visit);
}

/** Returns `test` for `test(…)`, `test.concurrent(…)` and `test.each(…)(…)`, and '' for other callees. */
function rootName(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee['type'] === 'Identifier') return String(callee['value']);
  if (callee['type'] === 'MemberExpression') return rootName(callee['object']);
  if (callee['type'] === 'CallExpression') return rootName(callee['callee']);
  return '';
}

function firstArgument(call: SyntaxNode): unknown {
  const list = call['arguments'];
  if (!Array.isArray(list)) return undefined;
  const first: unknown = list[0];
  return isNode(first) ? first['expression'] : undefined;
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node['type'] === 'StringLiteral') return String(node['value']);
  if (node['type'] !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  return node['quasis'].map((part) => (isNode(part) ? String(part['cooked'] ?? part['raw']) : '')).join('…');
}
