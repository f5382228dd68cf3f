// Renders an `sql` template as the statement that the database receives: fragments are inlined, values become $1, $2 …
import {
  findBinding,
  isFunction,
  isNode,
  nameOf,
  nodeAt,
  nodesAt,
  openScope,
  walkWithin,
  type Binding,
  type Scope,
  type SyntaxNode,
} from './source-file.ts';

/** A statement whose text only exists at run time. */
export class DynamicStatement extends Error {
  override readonly name = 'DynamicStatement';
}

/** Which branch of each choice is rendered: 0 for the first, 1 for the second. */
export type Branch = 0 | 1;

const WRAPPERS = new Set(['ParenthesisExpression', 'TsAsExpression', 'TsNonNullExpression', 'AwaitExpression']);

/** @throws DynamicStatement when a fragment is computed in a way that this reader does not follow */
export function renderStatement({ node, scope }: Binding, branch: Branch): string {
  let values = 0;

  const render = (given: SyntaxNode, at: Scope): string => {
    const fragment = fragmentOf(given, at, branch);
    if (fragment === null) return `$${(values += 1)}`;
    if (typeof fragment === 'string') return fragment;
    const { node: found, scope: inner } = fragment;
    if (found.type === 'TaggedTemplateExpression') return renderTemplate(nodeAt(found, 'template'), inner);
    return renderJoin(found, inner);
  };

  const renderTemplate = (template: SyntaxNode, at: Scope): string => {
    const expressions = nodesAt(template, 'expressions');
    return nodesAt(template, 'quasis')
      .map((text, index) => {
        const expression = expressions[index];
        return String(text['cooked']) + (expression === undefined ? '' : render(expression, at));
      })
      .join('');
  };

  const renderJoin = (call: SyntaxNode, at: Scope): string => {
    const [list, separator] = nodesAt(call, 'arguments');
    const parts = elementsOf(list!, at, branch);
    return parts.map((part) => render(part.node, part.scope)).join(separator ? render(separator, at) : ', ');
  };

  return render(node, scope);
}

/**
 * Returns the `sql` template or `sql.join` call that an expression stands for, the text of `sql.raw`, or null for an
 * ordinary value.
 */
function fragmentOf(given: SyntaxNode, scope: Scope, branch: Branch): Binding | string | null {
  const node = unwrap(given);
  if (isTemplate(node)) return { node, scope };
  if (node.type === 'ConditionalExpression') {
    const [first, second] = ['consequent', 'alternate'].map((key) => fragmentOf(nodeAt(node, key), scope, branch));
    if (first === null && second === null) return null;
    return (branch === 0 ? first : second) ?? null;
  }
  if (node.type === 'Identifier') return fragmentOfName(nameOf(node), scope, branch);
  if (node.type === 'CallExpression') return fragmentOfCall(node, scope, branch);
  return null;
}

function fragmentOfName(name: string, scope: Scope, branch: Branch): Binding | string | null {
  const binding = findBinding(name, scope);
  if (binding === undefined || isFunction(binding.node)) return null;
  if (binding.node.type === 'Parameter') throw new DynamicStatement(`the parameter '${name}' is a fragment`);
  return fragmentOf(binding.node, binding.scope, branch);
}

function fragmentOfCall(call: SyntaxNode, scope: Scope, branch: Branch): Binding | string | null {
  const callee = nodeAt(call, 'callee');
  if (callee.type === 'MemberExpression' && isNamed(callee['object'], 'sql')) {
    const method = nameOf(nodeAt(callee, 'property'));
    if (method === 'join') return { node: call, scope };
    if (method === 'lit') return null;
    const text = method === 'raw' ? textOf(nodesAt(call, 'arguments')[0], scope) : undefined;
    if (text === undefined) throw new DynamicStatement(`sql.${method}() is computed`);
    return text;
  }
  const result = resultOf(call, scope, branch);
  return result === undefined ? null : fragmentOf(result.node, result.scope, branch);
}

/** Returns the expression that a called function of the product returns, with its parameters bound to the arguments. */
function resultOf(call: SyntaxNode, scope: Scope, branch: Branch): Binding | undefined {
  if (call.type !== 'CallExpression' || nodeAt(call, 'callee').type !== 'Identifier') return undefined;
  const called = findBinding(nameOf(nodeAt(call, 'callee')), scope);
  if (called === undefined || !isFunction(called.node)) return undefined;
  const given = nodesAt(call, 'arguments').map((node) => ({ node, scope }));
  return applyFunction(called, given, branch);
}

function applyFunction(called: Binding, given: readonly Binding[], branch: Branch): Binding {
  const scope = bindArguments(called, given);
  const body = nodeAt(called.node, 'body');
  if (body.type !== 'BlockStatement' && body.type !== 'FunctionBody') return { node: body, scope };
  const returned: SyntaxNode[] = [];
  walkWithin(body, (node) => {
    if (node.type === 'ReturnStatement' && isNode(node['argument'])) returned.push(node['argument']);
  });
  return { node: returned[Math.min(branch, returned.length - 1)] ?? body, scope };
}

export function bindArguments(called: Binding, given: readonly Binding[]): Scope {
  const inner = openScope(called.node, called.scope.file, called.scope);
  parametersOf(called.node).forEach((parameter, index) => {
    const argument = given[index];
    if (parameter.type === 'Identifier' && argument !== undefined) inner.bindings.set(nameOf(parameter), argument);
  });
  return inner;
}

export const parametersOf = (node: SyntaxNode): SyntaxNode[] =>
  nodesAt(node, 'params').map((each) => (each.type === 'Parameter' ? nodeAt(each, 'pat') : each));

/** The elements of a list of fragments: of an array, or of a list made by `map`, `filter` or a function of the product. */
function elementsOf(given: SyntaxNode, scope: Scope, branch: Branch): Binding[] {
  const node = unwrap(given);
  if (node.type === 'ArrayExpression') return elementsOfArray(node, scope, branch);
  if (node.type === 'CallExpression' && nodeAt(node, 'callee').type === 'MemberExpression')
    return elementsOfChain(node, scope, branch);
  const binding = node.type === 'Identifier' ? findBinding(nameOf(node), scope) : resultOf(node, scope, branch);
  // A list of values, such as a parameter, has at least one element in the statement.
  if (binding === undefined || isFunction(binding.node)) return [{ node, scope }];
  return elementsOf(binding.node, binding.scope, branch);
}

function elementsOfArray(array: SyntaxNode, scope: Scope, branch: Branch): Binding[] {
  const elements = array['elements'] as readonly { spread: unknown; expression: SyntaxNode }[];
  return elements.flatMap(({ spread, expression }) => {
    return spread === null ? [{ node: expression, scope }] : elementsOf(expression, scope, branch);
  });
}

function elementsOfChain(call: SyntaxNode, scope: Scope, branch: Branch): Binding[] {
  const callee = nodeAt(call, 'callee');
  const elements = elementsOf(nodeAt(callee, 'object'), scope, branch);
  const [callback] = nodesAt(call, 'arguments');
  if (isNamed(callee['property'], 'filter'))
    return elements.filter((each) => fragmentOf(each.node, each.scope, 0) !== null);
  if (!isNamed(callee['property'], 'map') || callback === undefined)
    throw new DynamicStatement('sql.join() takes a computed list');
  return elements.map((element) => applyFunction({ node: callback, scope }, [element], branch));
}

function textOf(given: SyntaxNode | undefined, scope: Scope): string | undefined {
  if (given === undefined) return undefined;
  const node = unwrap(given);
  if (node.type === 'StringLiteral') return nameOf(node);
  if (node.type === 'TemplateLiteral') return textOfTemplate(node, scope);
  if (node.type !== 'Identifier') return textOfJoin(node, scope);
  const binding = findBinding(nameOf(node), scope);
  return binding && textOf(binding.node, binding.scope);
}

export { textOf as constantText };

function textOfTemplate(node: SyntaxNode, scope: Scope): string | undefined {
  const expressions = nodesAt(node, 'expressions').map((each) => textOf(each, scope));
  if (expressions.includes(undefined)) return undefined;
  return nodesAt(node, 'quasis')
    .map((text, index) => `${String(text['cooked'])}${expressions[index] ?? ''}`)
    .join('');
}

/** `['a', 'b'].join(', ')` */
function textOfJoin(node: SyntaxNode, scope: Scope): string | undefined {
  if (node.type !== 'CallExpression' || nodeAt(node, 'callee').type !== 'MemberExpression') return undefined;
  const callee = nodeAt(node, 'callee');
  const list = unwrap(nodeAt(callee, 'object'));
  if (!isNamed(callee['property'], 'join') || list.type !== 'ArrayExpression') return undefined;
  const separator = textOf(nodesAt(node, 'arguments')[0], scope);
  return nodesAt(list, 'elements')
    .map((each) => textOf(each, scope))
    .join(separator);
}

export function isTemplate(node: SyntaxNode): boolean {
  return node.type === 'TaggedTemplateExpression' && isNamed(node['tag'], 'sql');
}

export function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && nameOf(node) === name;
}

export function unwrap(node: SyntaxNode): SyntaxNode {
  return WRAPPERS.has(node.type)
    ? unwrap(nodeAt(node, node.type === 'AwaitExpression' ? 'argument' : 'expression'))
    : node;
}
