// Reads the row type of a statement: the names of its fields, and the JavaScript types that each field may have.
import { findType, isNode, nameOf, nodeAt, nodesAt, type SourceFile, type SyntaxNode } from './source-file.ts';

/** `any` stands for a type that this reader does not follow, such as a type derived from a schema. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'array' | 'null' | 'any';

export type RowFields = ReadonlyMap<string, ReadonlySet<ValueKind>>;

/** @returns null when the fields are unknown, as those of a type parameter */
export function readRowType(node: SyntaxNode, file: SourceFile): RowFields | null {
  switch (node.type) {
    case 'TsTypeLiteral':
      return fieldsOf(nodesAt(node, 'members'), file);
    case 'TsInterfaceDeclaration':
      return readInterface(node, file);
    case 'TsTypeAliasDeclaration':
      return readRowType(nodeAt(node, 'typeAnnotation'), file);
    case 'TsParenthesizedType':
      return readRowType(nodeAt(node, 'typeAnnotation'), file);
    case 'TsIntersectionType':
      return merge(nodesAt(node, 'types').map((each) => readRowType(each, file)));
    case 'TsTypeReference':
      return readReference(node, file);
    default:
      return null;
  }
}

function readInterface(node: SyntaxNode, file: SourceFile): RowFields | null {
  const parents = nodesAt(node, 'extends').map((each) => {
    return readNamed(nodeAt(each, 'expression'), argumentsOf(each, 'typeArguments'), file);
  });
  return merge([...parents, fieldsOf(nodesAt(nodeAt(node, 'body'), 'body'), file)]);
}

function readReference(node: SyntaxNode, file: SourceFile): RowFields | null {
  return readNamed(nodeAt(node, 'typeName'), argumentsOf(node, 'typeParams'), file);
}

function readNamed(name: SyntaxNode, given: readonly SyntaxNode[], file: SourceFile): RowFields | null {
  const [first, second] = given;
  const called = nameOf(name);
  if (called === 'Readonly' && first) return readRowType(first, file);
  if ((called === 'Pick' || called === 'Omit') && first && second) {
    const [fields, keys] = [readRowType(first, file), literalsOf(second)];
    if (fields === null || keys === null) return null;
    return new Map([...fields].filter(([field]) => keys.has(field) === (called === 'Pick')));
  }
  const found = given.length === 0 ? findType(called, file) : undefined;
  return found === undefined ? null : readRowType(found.node, found.file);
}

function argumentsOf(node: SyntaxNode, key: string): SyntaxNode[] {
  const list = node[key];
  return isNode(list) ? nodesAt(list, 'params') : [];
}

function fieldsOf(members: readonly SyntaxNode[], file: SourceFile): RowFields | null {
  if (members.some((member) => member.type !== 'TsPropertySignature')) return null;
  return new Map(members.map((member) => [nameOf(nodeAt(member, 'key')), kindsOf(annotationOf(member), file)]));
}

const annotationOf = (member: SyntaxNode): SyntaxNode => nodeAt(nodeAt(member, 'typeAnnotation'), 'typeAnnotation');

function merge(parts: readonly (RowFields | null)[]): RowFields | null {
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? null : new Map(known.flatMap((part) => [...part]));
}

function kindsOf(node: SyntaxNode, file: SourceFile): ReadonlySet<ValueKind> {
  switch (node.type) {
    case 'TsKeywordType':
      return new Set([keywords.get(String(node['kind'])) ?? 'any']);
    case 'TsLiteralType':
      return new Set([literalKinds.get(nodeAt(node, 'literal').type) ?? 'any']);
    case 'TsArrayType':
      return new Set(['array']);
    case 'TsTypeOperator':
    case 'TsParenthesizedType':
      return kindsOf(nodeAt(node, 'typeAnnotation'), file);
    case 'TsUnionType':
      return new Set(nodesAt(node, 'types').flatMap((each) => [...kindsOf(each, file)]));
    case 'TsTypeReference':
      return kindsOfReference(node, file);
    default:
      return new Set(['any']);
  }
}

const keywords = new Map<string, ValueKind>([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
]);

const literalKinds = new Map<string, ValueKind>([
  ['StringLiteral', 'string'],
  ['NumericLiteral', 'number'],
  ['BooleanLiteral', 'boolean'],
]);

function kindsOfReference(node: SyntaxNode, file: SourceFile): ReadonlySet<ValueKind> {
  const name = nodeAt(node, 'typeName');
  if (name.type !== 'Identifier') return new Set(['any']);
  const called = nameOf(name);
  if (called === 'Date' || called === 'Buffer') return new Set([called]);
  const found = findType(called, file);
  if (found?.node.type !== 'TsTypeAliasDeclaration') return new Set(['any']);
  return kindsOf(nodeAt(found.node, 'typeAnnotation'), found.file);
}

function literalsOf(node: SyntaxNode): Set<string> | null {
  const parts = node.type === 'TsUnionType' ? nodesAt(node, 'types') : [node];
  const literals = parts.map((part) => (part.type === 'TsLiteralType' ? nameOf(nodeAt(part, 'literal')) : null));
  return literals.includes(null) ? null : new Set(literals.map(String));
}
