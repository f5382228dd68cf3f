// `npm run doctor [-- --json]`: checks the settings, the machine and the services of an installation, beside a running
// server or without a server. Prints no secret.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mapStyleOf } from '#features/maps/maps.service';
import { embeddedRole, urlAs } from '#platform/db/application-role';
import { inspectDatabase, readSealedValues } from '#platform/db/inspection';
import { doctorKey, type DoctorAnswer, type DoctorKey } from '#platform/http/servers/doctor-proof';
import { createLog } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { createSecrets, findSecretKey, type Secrets } from '#platform/secrets/secrets';
import { ConfigError, type Config } from '#server/config/config';
import { readSettings } from '#server/config/settings-file';
import { askServer } from '../doctor/ask-server.ts';
import { examine } from '../doctor/doctor.ts';
import { codeOf, fail, type Finding } from '../doctor/finding.ts';
import { printUsage } from './complain.ts';
import { describeDataProblem, findDataProblem, reachDatabase } from './reach-database.ts';

const USAGE = 'Usage: npm run doctor [-- --json]';
const log = createLog({ level: 'silent' });
const args = process.argv.slice(2);

if (args.some((arg) => arg !== '--json')) {
  process.exitCode = printUsage(USAGE);
} else {
  const findings = await findAll();
  console.log(args.includes('--json') ? JSON.stringify({ findings }, null, 2) : asText(findings));
  process.exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0;
}

/** With settings or a data folder that cannot be read there is no installation to look at. */
async function findAll(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readSettings(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const action = 'Correct the setting, then run this again: the other checks need it.';
    return error.problems.map((problem) => ({ check: 'settings', ...fail(problem, action) }));
  }
  const problem = config.databaseUrl === null ? await findDataProblem(config.dataDirectory) : null;
  if (problem === null || problem.code === 'ENOENT') return examineInstallation(config);
  const { message } = describeDataProblem(problem, config.dataDirectory);
  return [{ check: 'settings', ...fail(message, 'Correct this, then run this again: the other checks need it.') }];
}

async function examineInstallation(config: Config): Promise<Finding[]> {
  const problems: Finding[] = [];
  const secrets = await openSecrets(config, problems);
  const key = secrets === null ? null : doctorKey(secrets);
  const server = key === null ? null : await findServer(config, key);
  const database = await reachOwn(config, problems);
  try {
    const url = database?.url ?? null;
    const context = { config, environment: process.env, log, secrets, key, server, databaseUrl: url };
    const { styleUrl: mapStyleUrl } = mapStyleOf(config.map);
    const facts = () => inspectDatabase(url!, log);
    const sealed = () => readSealedValues(url!, log).catch(() => null);
    return [...problems, ...(await examine({ ...context, facts, sealed, mapStyleUrl }))];
  } finally {
    await database?.stop();
  }
}

async function openSecrets({ secretKey, dataDirectory }: Config, problems: Finding[]): Promise<Secrets | null> {
  try {
    const found = await findSecretKey({ configured: secretKey, directory: dataDirectory });
    return found === undefined ? null : createSecrets(found);
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    problems.push({ check: 'secret key', ...fail(error.message, 'Correct the key.') });
    return null;
  }
}

/** The server of this installation on this machine. */
async function findServer({ host, port, tls }: Config, key: DoctorKey): Promise<DoctorAnswer | null> {
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const shown = address.includes(':') ? `[${address}]` : address;
  const asked = await askServer(`${tls === null ? 'http' : 'https'}://${shown}:${port}`, key).catch(() => null);
  return asked?.outcome === 'ours' ? asked.answer : null;
}

/** The database with the role of the running server. An embedded database is started for the checks if it exists. */
async function reachOwn(config: Config, problems: Finding[]) {
  const none = async (): Promise<void> => {};
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: none };
  if (!existsSync(join(config.dataDirectory, 'database', 'data'))) return null;
  try {
    const { url, stop } = await reachDatabase(config, log);
    return { url: urlAs(url, embeddedRole(url)), stop };
  } catch (error) {
    const reason = error instanceof StartProblem ? error.message : `The database does not start (${codeOf(error)}).`;
    problems.push({ check: 'database', ...fail(reason, 'Start the server, and read its log.') });
    return null;
  }
}

function asText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(width + 6);
  const lines = findings.flatMap(({ check, level, means, action }) => [
    `${(level === 'fail' ? 'FAIL' : level).padEnd(4)}  ${check.padEnd(width)}  ${means}`,
    ...(action === null ? [] : [`${indent}  → ${action}`]),
  ]);
  const count = (level: string): number => findings.filter((finding) => finding.level === level).length;
  return [...lines, '', `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed`].join('\n');
}
