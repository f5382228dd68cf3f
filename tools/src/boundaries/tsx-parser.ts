import swc, { type ParseOptions } from '@swc/core';

const parseFile = swc.parseFileSync;

/**
 * Makes swc read `.tsx` files as TSX. dependency-cruiser 17 requests plain TypeScript for every file and has no option
 * for TSX, so components would not parse. The boundary tests fail when this workaround breaks.
 */
export function letSwcReadTsx(): void {
  Object.assign(swc, {
    parseFileSync(path: string, options: ParseOptions = { syntax: 'typescript' }) {
      if (options.syntax !== 'typescript') return parseFile(path, options);
      return parseFile(path, { ...options, tsx: path.endsWith('.tsx') });
    },
  });
}
