import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORTED = /import \{([^}]+)\} from '@tabler\/icons-react'/g;
const ENTRY = /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react\.mjs$/;

/**
 * Prebundles only the icons that the sources import. The whole library is 15 MB, which each test file would load again.
 * The name holds the icons, because the cache of prebundled libraries is kept while the names of its plugins stay.
 */
export function usedIcons(root: string) {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const names = sources.flatMap((source) => [...source.matchAll(IMPORTED)].flatMap(([, list = '']) => list.split(',')));
  const used = new Set(names.map((name) => name.trim().split(' ')[0]));
  const hash = createHash('sha256')
    .update([...used].join())
    .digest('hex');
  const isUsed = (line: string) => [...line.matchAll(/ as (\w+)/g)].some(([, name]) => used.has(name));
  return {
    name: `used-icons-${hash}`,
    transform: {
      filter: { id: ENTRY },
      handler: (code: string) => code.split('\n').filter(isUsed).join('\n'),
    },
  };
}
