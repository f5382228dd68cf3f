// `npm run check -- mutants`: each mutant still applies to the server. A mutant that does not apply proves nothing.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../equipment/repository.ts';
import { flawOf, type Patch } from '../equipment/servers/server-copy.ts';
import { mutants } from './mutants.ts';

/** Patches of a mutant apply one after the other, and several can change the same file. */
function flawsOf(patches: readonly Patch[]): string[] {
  const texts = new Map<string, string>();
  return patches.flatMap((patch) => {
    const text = texts.get(patch.file) ?? readFileSync(path.join(repositoryRoot, 'server', patch.file), 'utf8');
    texts.set(
      patch.file,
      text.replace(patch.from, () => patch.to),
    );
    return flawOf(patch, text) ?? [];
  });
}

const flaws = mutants.flatMap(({ name, patches }) => flawsOf(patches).map((flaw) => `${name}: ${flaw}`));
for (const flaw of flaws) console.error(flaw);
process.exitCode = flaws.length === 0 ? 0 : 1;
