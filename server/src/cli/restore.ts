// `npm run restore -- FILE`: restores a backup and the WAL in the same folder into an empty data folder.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { restoreBackup, type Restored } from '#platform/backup/restore-backup';
import { finishRestore, keepRestored } from '#platform/backup/restored-place';
import { createLog } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { createSecrets, findSecretKey } from '#platform/secrets/secrets';
import { readSettings } from '#server/config/settings-file';
import { complain, printUsage } from './complain.ts';

const USAGE = `Usage: npm run restore -- FILE.backup
Restores into the data folder (TRACE_DATA_DIR), which holds nothing but the secret.key of the backed up installation.
TRACE_SECRET_KEY can take the place of secret.key. Files of WAL beside FILE are used as far as they go.`;

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0 || file.startsWith('-')) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await carryOut(path.resolve(file));
}

/** Answers the exit code: 0 done, 1 refused with the reason on stderr. */
async function carryOut(given: string): Promise<number> {
  try {
    console.log(describe(await restore(given)));
    return 0;
  } catch (error) {
    return complain(error);
  }
}

async function restore(given: string): Promise<Restored> {
  const { databaseUrl, dataDirectory, secretKey } = readSettings(process.env);
  if (databaseUrl !== null)
    throw new StartProblem('DATABASE_URL is set. A backup is restored into an embedded database: start without it.');
  if (await finishRestore(dataDirectory))
    throw new StartProblem(
      `An earlier restore into ${dataDirectory} was interrupted in its last step, and is finished now. Start the server with: npm start. To restore another backup, set TRACE_DATA_DIR to a new folder.`,
    );
  const log = createLog({ level: 'warn' });
  // A new key would open no backup, so the operator must provide the key.
  const key = await findSecretKey({ configured: secretKey, directory: dataDirectory });
  if (key === undefined)
    throw new StartProblem(
      `There is no secret key. Put the secret.key of the backed up installation into ${dataDirectory}, or set TRACE_SECRET_KEY.`,
    );
  const migrations = await readdir(path.resolve(import.meta.dirname, '../../migrations'));
  const restored = await restoreBackup({
    ...{ file: given, dataDirectory, log, now: () => new Date() },
    key: createSecrets(key).deriveKey('backup'),
    newestMigration: migrations.toSorted().at(-1) ?? '',
  });
  await keepRestored(dataDirectory);
  return restored;
}

function describe({ restoredTo, rows, files, walProblem, settled }: Restored): string {
  const lines = [
    `Restored to ${restoredTo.toISOString()}: ${rows} rows counted in the backup, ${files} files. The audit log is intact.`,
    walProblem ?? '',
    settled.sessions + settled.messages + settled.commands > 0
      ? `Because time has passed: ${settled.sessions} sessions ended, ${settled.messages} messages and ${settled.commands} commands not sent.`
      : '',
    settled.accesses > 0 ? `Ended ${settled.accesses} accesses to locations, because their end may be newer.` : '',
    'Start the server with: npm start',
  ];
  return lines.filter((line) => line !== '').join('\n');
}
