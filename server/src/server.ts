import { lookup } from 'node:dns/promises';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { finishRestoreBeforeStart } from '#platform/backup/restored-place';
import { databaseClock, systemClock, type Clock } from '#platform/clock/clock';
import { embeddedRole, roleOf, urlAs, warnOfPowerfulRole, type ApplicationRole } from '#platform/db/application-role';
import { blamingOwner } from '#platform/db/embedded/database-start-reason';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { migrate } from '#platform/db/migrate';
import { checkDatabaseServer } from '#platform/db/server-check';
import { checkBucket } from '#platform/files/s3-check';
import { createLog, type Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { createSecrets, loadSecretKey } from '#platform/secrets/secrets';
import { createApp, type App, type AppOptions } from './app.ts';
import { backUpBeforeUpgrade, checkBackupDirectory, runBackups, walSettings } from './backups-start.ts';
import type { Config } from './config/config.ts';
import { checkCertificateFiles } from './https-parts.ts';

const migrations = resolve(import.meta.dirname, '../migrations');
const webDirectory = resolve(import.meta.dirname, '../../web/dist');

export interface RunningServer {
  app: App;
  log: Log;
  /** The address that people use. */
  url: string;
  /** The address at which this machine reaches the server, also when `url` leads to a proxy. */
  ownUrl: string;
  mqttsPort: number;
  mqttPort: number | null;
  stop(): Promise<void>;
}

export interface ServerExtras extends Pick<AppOptions, 'extend' | 'deliverMail' | 'passwordCost'> {
  /** Replaces the real time: the first day of the demo was yesterday. */
  clock?: Clock;
}

/** Starts the whole server as in production: its database (embedded unless configured), migrated, and the app. */
export async function startServer(config: Config, { clock, ...extras }: ServerExtras = {}): Promise<RunningServer> {
  const log = createLog({ level: config.logLevel as never });
  await checkBackupDirectory(config);
  await checkHosts(config);
  await checkCertificateFiles(config);
  const { secretKey: configured, dataDirectory: directory } = config;
  const isDatabaseElsewhere = config.databaseUrl !== null;
  if (!isDatabaseElsewhere) await finishRestoreBeforeStart(directory);
  const secrets = createSecrets(await loadSecretKey({ configured, directory, isDatabaseElsewhere }));
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ directory: join(directory, 'database'), log, settings: walSettings(config) })
      : null;
  try {
    const { ownerUrl, applicationRole, databaseUrl } = await chooseRoles(config, embedded?.url ?? null, log);
    if (isDatabaseElsewhere) {
      await checkDatabaseServer(databaseUrl, log);
      // Nothing else makes the folder when files are elsewhere too. The operator notes backups there.
      await mkdir(directory, { recursive: true, mode: 0o700 });
    }
    if (config.filesBucket !== null) await checkBucket(config.filesBucket, log);
    const backup = { config, secrets, url: embedded?.url ?? null, migrations, log };
    await migrate({
      ...{ url: ownerUrl, directory: migrations, log, applicationRole },
      beforeUpgrade: () => backUpBeforeUpgrade(backup),
    }).catch((error: unknown) => {
      throw config.databaseOwnerUrl === null ? error : blamingOwner(error);
    });
    if (isDatabaseElsewhere) await warnOfPowerfulRole(databaseUrl, log);
    const backups = await runBackups(backup);
    const app = await createApp({
      config,
      backups: backups.state,
      databaseUrl,
      clock: async (database) => clock ?? databaseClock(database, systemClock()),
      log,
      secrets,
      webDirectory,
      ...extras,
    });
    const { url, port, mqttsPort, mqttPort } = await app.start().catch(async (error: unknown) => {
      await app.stop();
      await backups.stop();
      throw error;
    });
    const stop = async (): Promise<void> => {
      await app.stop();
      await backups.stop();
      await embedded?.stop();
    };
    const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
    const ownUrl = `${config.tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
    return { app, log, url, ownUrl, mqttsPort, mqttPort, stop };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Listening would fail with the error that an unknown host of the database causes too. */
async function checkHosts({ host, hubReceiver }: Config): Promise<void> {
  for (const [setting, name] of [['HOST', host] as const, ['DC09_HOST', hubReceiver?.host ?? host] as const]) {
    await lookup(name).catch((error: unknown) => {
      const reason = `${setting}: the name ${name} cannot be found. Set an address of this machine, or 0.0.0.0 for all.`;
      throw new StartProblem(reason, { cause: error });
    });
  }
}

interface Roles {
  /** For migrations. */
  readonly ownerUrl: string;
  /** Undefined: one role does both. */
  readonly applicationRole: ApplicationRole | undefined;
  /** For the running server. */
  readonly databaseUrl: string;
}

/** The embedded database has two roles. In a database of the operator, DATABASE_OWNER_URL decides. */
async function chooseRoles(config: Config, embeddedUrl: string | null, log: Log): Promise<Roles> {
  if (embeddedUrl !== null) {
    const applicationRole = embeddedRole(embeddedUrl);
    return { ownerUrl: embeddedUrl, applicationRole, databaseUrl: urlAs(embeddedUrl, applicationRole) };
  }
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl === null) throw new Error('There is neither an embedded database nor DATABASE_URL');
  if (databaseOwnerUrl === null) return { ownerUrl: databaseUrl, applicationRole: undefined, databaseUrl };
  return { ownerUrl: databaseOwnerUrl, applicationRole: await roleOf(databaseUrl, log), databaseUrl };
}
