// Compares the columns of a statement with the row type that the code expects.
import type { ColumnDescription } from './describe-statement.ts';
import type { RowFields, ValueKind } from './row-type.ts';

/** PostgreSQL's type ids and the JavaScript types that `value-types.ts` and the driver make of their values. */
const KINDS: readonly (readonly [ValueKind, readonly number[]])[] = [
  ['boolean', [16]],
  ['number', [20, 21, 23, 700, 701]],
  ['string', [18, 19, 25, 1042, 1043, 1082, 1700, 2950, 869]],
  ['Date', [1114, 1184]],
  ['Buffer', [17]],
  ['array', [1000, 1005, 1007, 1009, 1016, 1021, 1022, 1115, 1182, 1185, 2951]],
];
const kindOfType = new Map(KINDS.flatMap(([kind, ids]) => ids.map((id) => [id, kind] as const)));

/** Returns a sentence for each field without a column, column without a field, and column of another type. */
export function rowMismatches(columns: readonly ColumnDescription[], fields: RowFields): string[] {
  const byField = new Map(columns.map((column) => [camelCase(column.name), column]));
  const missing = [...fields.keys()].filter((field) => !byField.has(field));
  return [
    ...missing.map((field) => `the row type has '${field}', which the statement does not return`),
    ...[...byField].flatMap(([field, column]) => {
      const kinds = fields.get(field);
      if (kinds === undefined) return [`the statement returns '${field}', which the row type lacks`];
      const kind = kindOfType.get(column.typeId) ?? 'any';
      const fits = kind === 'any' || kinds.has('any') || kinds.has(kind) || isNullOnly(kinds);
      return fits ? [] : [`'${field}' is a ${kind} in the database, but ${[...kinds].join(' | ')} in the row type`];
    }),
  ];
}

/** A branch of a union type may promise null for any column. */
const isNullOnly = (kinds: ReadonlySet<ValueKind>): boolean => kinds.size === 1 && kinds.has('null');

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
