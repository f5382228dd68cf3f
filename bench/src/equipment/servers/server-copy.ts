// A copy of the server with one protection removed, next to all folders that the server imports. The product stays
// unchanged.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repository.ts';

/** Exact text that occurs once in a file, and the replacement. */
export interface Patch {
  /** From the server's folder. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface ServerCopy {
  /** Stands in for the folder `server/`. */
  readonly directory: string;
  remove(): Promise<void>;
}

/** Folders that the server expects beside its own folder. These are linked, not copied. */
const NEIGHBOURS = ['node_modules', 'web'];

/** @throws when a patch does not apply: the product has changed, so the mutant has to be made anew */
export async function copyServer(patches: readonly Patch[]): Promise<ServerCopy> {
  const root = await mkdtemp(path.join(tmpdir(), 'trace-mutant-'));
  const directory = path.join(root, 'server');
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    await cp(path.join(repositoryRoot, 'server'), directory, { recursive: true, verbatimSymlinks: true });
    for (const name of NEIGHBOURS) await symlink(path.join(repositoryRoot, name), path.join(root, name));
    for (const patch of patches) await apply(directory, patch);
    return { directory, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function apply(directory: string, patch: Patch): Promise<void> {
  const place = path.join(directory, patch.file);
  const text = await readFile(place, 'utf8');
  const flaw = flawOf(patch, text);
  if (flaw !== null) throw new Error(flaw);
  await writeFile(
    place,
    text.replace(patch.from, () => patch.to),
  );
}

/** Why this patch cannot be applied to the text of its file, or null. */
export function flawOf({ file, from }: Patch, text: string): string | null {
  const count = text.split(from).length - 1;
  return count === 1 ? null : `the mutant's text stands ${count} times in server/${file}, not once: '${from}'`;
}
