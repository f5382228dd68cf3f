import { parseSync, type Plugin } from 'vite';

/** The parts of an endpoint's description that only the server uses. */
const SERVER_PARTS = new Set(['params', 'query', 'body', 'summary', 'refusals']);
/** The schema of an answer or event, replaced by a stand-in with the methods that the client and the stream call. */
const CHECKED_PARTS: Readonly<Record<string, string>> = {
  answer: '{ parse: (sent) => sent }',
  data: '{ safeParse: (sent) => ({ success: sent !== undefined, data: sent }) }',
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Removes the schemas of endpoints and stream events from the pages, so that the schema library loads with the first
 * form that checks its fields. The server checks every call and every answer, and the same release serves both sides. A
 * test keeps schemas of answers free of transforms, so an unchecked answer equals a checked one. Saves 25 kB, compressed.
 */
export function leanEndpoints(): Plugin {
  return {
    name: 'lean-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler: (code, id) => ({ code: withoutSchemas(code, id), map: null }),
    },
  };
}

/** Exported for its test. */
export function withoutSchemas(code: string, file: string): string {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} was not parsed: ${errors[0]?.message}`);
  const statements = (program.body as unknown as Node[]).map((node) => statementOf(node, code));
  return withoutUnused(statements)
    .map(({ text }) => text)
    .join('\n');
}

interface Statement {
  readonly text: string;
  /** The names that this statement gives to its own file and to no other; null for any other statement. */
  readonly locals: readonly string[] | null;
}

function statementOf(node: Node, code: string): Statement {
  const text = applied(
    code.slice(node.start, node.end),
    node.start,
    constantsOf(node).flatMap((value) => changesOf(value, code)),
  );
  return { text, locals: localsOf(node) };
}

function localsOf(node: Node): string[] | null {
  const named = node.type === 'ImportDeclaration' ? 'local' : 'id';
  if (named === 'id' && node.type !== 'VariableDeclaration') return null;
  const parts = (node['specifiers'] ?? node['declarations']) as Node[];
  const names = parts.map((part) => (part[named] as Node)['name']);
  // A pattern such as `const [one, other] = both` stays, because its names stand deeper.
  return names.every((name) => typeof name === 'string') ? names : null;
}

/** Drops imports and constants that no other statement names. An import in no use would still load its file. */
function withoutUnused(statements: readonly Statement[]): readonly Statement[] {
  const kept = statements.filter(
    ({ locals }, own) =>
      locals === null || locals.some((name) => statements.some(({ text }, at) => at !== own && names(text, name))),
  );
  return kept.length === statements.length ? kept : withoutUnused(kept);
}

const names = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

/** Returns the values of the constants that this statement declares. */
function constantsOf(statement: Node): Node[] {
  const declaration = (statement['declaration'] ?? statement) as Node | null;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return (declaration['declarations'] as Node[]).map(({ init }) => init as Node);
}

/** Marks a call as free of side effects, so that a constant in no use is left out. */
function changesOf(value: Node, code: string): Change[] {
  if (value.type !== 'CallExpression') return [];
  return [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => ' },
    ...descriptionChanges(value, code),
    { start: value.end, end: value.end, text: ')()' },
  ];
}

function descriptionChanges(call: Node, code: string): Change[] {
  const name = (call['callee'] as Node)['name'];
  const [description] = call['arguments'] as Node[];
  if ((name !== 'endpoint' && name !== 'streamEvent') || description?.type !== 'ObjectExpression') return [];
  const kept = (description['properties'] as Node[]).flatMap(({ key, start, end }) => {
    const part = String((key as Node | undefined)?.['name']);
    if (SERVER_PARTS.has(part)) return [];
    return part in CHECKED_PARTS ? [`${part}: ${CHECKED_PARTS[part]}`] : [code.slice(start, end)];
  });
  return [{ start: description.start, end: description.end, text: `{ ${kept.join(', ')} }` }];
}

function applied(text: string, offset: number, changes: readonly Change[]): string {
  let at = 0;
  let result = '';
  for (const change of changes) {
    result += text.slice(at, change.start - offset) + change.text;
    at = change.end - offset;
  }
  return result + text.slice(at);
}
