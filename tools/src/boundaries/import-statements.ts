import { parseSync } from '@swc/core';

/**
 * Returns true when every import of `specifier` in the TypeScript text `source` is type-only and leaves no run-time
 * import.
 */
export function isTypeOnlyImport(source: string, specifier: string): boolean {
  const imports = statementsOf(source, false).flatMap((item) => (item.type === 'ImportDeclaration' ? item : []));
  const wanted = imports.filter((item) => item.source.value === specifier);
  return wanted.length > 0 && wanted.every((item) => item.typeOnly);
}

/** Returns true when the text has an import or a re-export. */
export function hasImports(source: string, isTsx: boolean): boolean {
  return statementsOf(source, isTsx).some(
    (item) =>
      item.type === 'ImportDeclaration' ||
      item.type === 'ExportAllDeclaration' ||
      (item.type === 'ExportNamedDeclaration' && item.source !== null),
  );
}

function statementsOf(source: string, isTsx: boolean) {
  return parseSync(source, { syntax: 'typescript', tsx: isTsx, target: 'es2022' }).body;
}
