// Finds the statements that the server sends to the database, each with the row type that the code expects.
import {
  findBinding,
  isFunction,
  isNode,
  moduleScope,
  nameOf,
  nodeAt,
  nodesAt,
  openScope,
  walk,
  walkWithin,
  type Binding,
  type Scope,
  type SourceFile,
  type SyntaxNode,
} from './source-file.ts';
import {
  bindArguments,
  constantText,
  DynamicStatement,
  isNamed,
  isTemplate,
  parametersOf,
  renderStatement,
  unwrap,
} from './statement-text.ts';

export interface FoundStatement {
  /** The line on which the statement's text begins. */
  readonly line: number;
  /** Every text that the statement can have. */
  readonly texts: readonly string[];
  /** The reason why the text is unknown. */
  readonly dynamic?: string;
  readonly rowType: SyntaxNode | null;
}

/** The statements of a file: `sql` templates that are executed, and texts of prepared statements. */
export function findStatements(file: SourceFile): FoundStatement[] {
  const found: FoundStatement[] = [];
  visitFunctions(file.module, moduleScope(file), (node, scope) => {
    const query = executedQuery(node);
    if (query !== null) found.push(...readQuery(query, scope));
    const prepared = preparedText(node, scope);
    if (prepared !== null) found.push(prepared);
  });
  return found;
}

/** Visits every node with the scope that surrounds it. */
function visitFunctions(owner: SyntaxNode, scope: Scope, visit: (node: SyntaxNode, scope: Scope) => void): void {
  walkWithin(owner, (node) => {
    visit(node, scope);
    if (!isFunction(node)) return;
    const inner = openScope(node, scope.file, scope);
    for (const parameter of parametersOf(node))
      if (isFragmentParameter(parameter))
        inner.bindings.set(nameOf(parameter), {
          node: { ...parameter, type: 'Parameter', function: node },
          scope: inner,
        });
    visitFunctions(node, inner, visit);
  });
}

const isFragmentParameter = (parameter: SyntaxNode): boolean =>
  parameter.type === 'Identifier' && JSON.stringify(parameter['typeAnnotation'] ?? '').includes('"RawBuilder"');

/** Returns the query of `query.execute(…)`. */
function executedQuery(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression') return null;
  const callee = nodeAt(node, 'callee');
  if (callee.type !== 'MemberExpression' || !isNamed(callee['property'], 'execute')) return null;
  return unwrap(nodeAt(callee, 'object'));
}

function readQuery(query: SyntaxNode, scope: Scope): FoundStatement[] {
  const template = templateOf(query, scope);
  if (template === null) return [];
  const node = template.node;
  const line = lineOf(node, template.scope.file);
  const rowType = isNode(node['typeParameters']) ? (nodesAt(node['typeParameters'], 'params')[0] ?? null) : null;
  const texts: string[] = [];
  for (const given of withArguments({ node: query, scope }))
    for (const branch of [0, 1] as const)
      try {
        texts.push(renderStatement(given, branch));
      } catch (error) {
        if (!(error instanceof DynamicStatement)) throw error;
        return [{ line, texts: [], dynamic: error.message, rowType }];
      }
  return [{ line, texts: [...new Set(texts)], rowType }];
}

/** A query whose fragments are parameters is read once for each call of its function in the same file. */
function withArguments({ node, scope }: Binding): Binding[] {
  const owner = [...scope.bindings.values()].find((each) => each.node.type === 'Parameter')?.node['function'];
  if (!isNode(owner)) return [{ node, scope }];
  const calls: Binding[] = [];
  visitFunctions(scope.file.module, moduleScope(scope.file), (call, at) => {
    if (call.type !== 'CallExpression' || nodeAt(call, 'callee').type !== 'Identifier') return;
    const called = findBinding(nameOf(nodeAt(call, 'callee')), at);
    if (called?.node !== owner) return;
    const given = nodesAt(call, 'arguments').map((argument) => ({ node: argument, scope: at }));
    calls.push({ node, scope: bindArguments(called, given) });
  });
  return calls.length === 0 ? [{ node, scope }] : calls;
}

function templateOf(query: SyntaxNode, scope: Scope): Binding | null {
  if (isTemplate(query)) return { node: query, scope };
  const binding = query.type === 'Identifier' ? findBinding(nameOf(query), scope) : undefined;
  return binding === undefined || isFunction(binding.node) ? null : templateOf(unwrap(binding.node), binding.scope);
}

/** Reads `{ name: …, text: …, values: … }`, the statement of a dedicated connection. */
function preparedText(node: SyntaxNode, scope: Scope): FoundStatement | null {
  if (node.type !== 'ObjectExpression') return null;
  const keys = new Map(
    nodesAt(node, 'properties').map((each) => [isNode(each['key']) ? nameOf(each['key']) : '', each]),
  );
  if (!['name', 'text', 'values'].every((key) => keys.has(key))) return null;
  const property = keys.get('text')!;
  const value = isNode(property['value']) ? property['value'] : null;
  const text = value === null ? undefined : constantText(value, scope);
  const line = lineOf(value ?? node, scope.file);
  if (text === undefined)
    return { line, texts: [], dynamic: 'the text of a prepared statement is computed', rowType: null };
  return { line, texts: [text], rowType: null };
}

/** The parser counts positions across files, so the line is found by the text. */
function lineOf(node: SyntaxNode, file: SourceFile): number {
  let start: string | undefined;
  walk(node, (each) => {
    if (each.type === 'TemplateElement') start ??= String(each['raw']);
  });
  return start === undefined ? 1 : file.text.slice(0, file.text.indexOf(start)).split('\n').length;
}
