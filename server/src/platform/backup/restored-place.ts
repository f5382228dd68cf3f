// The last step of a restore: its folders get their names in the data folder, also when that step was cut off.
import { access, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { syncDirectory } from '#platform/disk/sync-directory';
import { StartProblem } from '#platform/refusal/start-problem';

/** Holds a restore until it is whole and checked. */
export const DRAFT = '.restoring';
/** Holds a restore that is whole and checked: only its folders have to move to their places. */
const RESTORED = '.restored';

/** A single rename decides whether the restore counts. Until then the place counts as empty. */
export async function keepRestored(dataDirectory: string): Promise<void> {
  await rename(path.join(dataDirectory, DRAFT), path.join(dataDirectory, RESTORED));
  await syncDirectory(dataDirectory);
  await finishRestore(dataDirectory);
}

/** Moves the folders of a restore that counts. Returns false when there is none. */
export async function finishRestore(dataDirectory: string): Promise<boolean> {
  const restored = path.join(dataDirectory, RESTORED);
  if (!(await exists(restored))) return false;
  for (const name of ['files', 'database'])
    if (await exists(path.join(restored, name)))
      await rename(path.join(restored, name), path.join(dataDirectory, name));
  await syncDirectory(dataDirectory);
  await rmdir(restored);
  return true;
}

/** Finishes a restore that died in its last step, and refuses a start on one that died earlier. */
export async function finishRestoreBeforeStart(dataDirectory: string): Promise<void> {
  await finishRestore(dataDirectory);
  const problem = await describeUnfinishedRestore(dataDirectory);
  if (problem !== null) throw new StartProblem(problem);
}

/**
 * A restore that died left no database. A start would make an empty one, with a certificate authority that no tracker
 * knows.
 */
export async function describeUnfinishedRestore(dataDirectory: string): Promise<string | null> {
  const draft = path.join(dataDirectory, DRAFT);
  if ((await exists(path.join(dataDirectory, 'database'))) || !(await exists(draft))) return null;
  return `A restore into ${dataDirectory} runs or was interrupted. Let it end or run it again. To start an empty installation instead, delete ${draft}.`;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
