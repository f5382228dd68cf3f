// `npm run backup [-- DIRECTORY]`: makes one backup, while the server runs or not.
import path from 'node:path';
import { stat } from 'node:fs/promises';
import { OWN_BACKUPS } from '#platform/backup/backup-files';
import { makeBackup } from '#platform/backup/make-backup';
import { createLog } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { createSecrets, findSecretKey } from '#platform/secrets/secrets';
import { isUnderProc } from '#server/config/config-settings';
import { readSettings } from '#server/config/settings-file';
import { complain, isHelpAsked, printUsage } from './complain.ts';
import { reachDatabase } from './reach-database.ts';

const USAGE = `Usage: npm run backup [-- DIRECTORY]
Makes one sealed file with the database and the files, in DIRECTORY, else in BACKUP_DIRECTORY, else in the folder
'backups' of the data folder.`;

const [directory, ...rest] = process.argv.slice(2);
if (isHelpAsked() || rest.length > 0 || directory?.startsWith('-') === true) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await carryOut(directory);
}

/** Answers the exit code: 0 done, 1 refused with the reason on stderr. */
async function carryOut(given: string | undefined): Promise<number> {
  try {
    console.log(await backUp(given));
    return 0;
  } catch (error) {
    return complain(error);
  }
}

async function backUp(given: string | undefined): Promise<string> {
  const config = readSettings(process.env);
  const { dataDirectory } = config;
  if (config.databaseUrl !== null)
    throw new StartProblem(
      'The database is a server of your own (DATABASE_URL): back it up with its own tools, and the files apart from it (docs/operations.md).',
    );
  const place = path.resolve(given ?? config.backups.directory ?? path.join(dataDirectory, OWN_BACKUPS));
  const log = createLog({ level: 'warn' });
  if (isUnderProc(place))
    throw new StartProblem(`${place} cannot hold backups. Name a folder on a disk, not under /proc.`);
  const server = await reachDatabase(config, log);
  try {
    const key = await findSecretKey({ configured: config.secretKey, directory: dataDirectory });
    if (key === undefined)
      throw new StartProblem(
        `There is no secret key. Put the secret.key of this installation into ${dataDirectory}, or set TRACE_SECRET_KEY.`,
      );
    const source = { url: server.url, dataDirectory, now: () => new Date(), log };
    const file = await makeBackup({ ...source, key: createSecrets(key).deriveKey('backup') }, place);
    const { size } = await stat(file);
    return `${file}\n${Math.ceil(size / 1_000_000)} MB, sealed with the secret key. Keep a copy of the key elsewhere: without it the backup cannot be opened.`;
  } finally {
    await server.stop();
  }
}
