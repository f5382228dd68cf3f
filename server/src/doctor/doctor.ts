// Checks an installation from outside the server: settings, database, services, certificates, machine. Changes nothing.
import type { Context } from './context.ts';
import { checkDatabase } from './database.check.ts';
import { runCheck, type Check, type Finding } from './finding.ts';
import { checkGateway } from './gateway.check.ts';
import { checkHttps } from './https.check.ts';
import { checkBackup, checkDisk, checkFiles, checkKeyFile, checkOpenFiles } from './machine.check.ts';
import { checkMap } from './map.check.ts';
import { checkPorts } from './ports.check.ts';
import { checkPublicUrl } from './public-url.check.ts';
import { checkSecretKey } from './secret-key.check.ts';
import { checkHubQueue, checkHubService, checkMail, checkPayments, checkPush, checkSms } from './services.check.ts';
import { checkSettings } from './settings.check.ts';

/** In the order of the answer. */
const checks: readonly [
  name: string,
  run: (context: Context) => ReturnType<Check['run']> | ReturnType<typeof checkSettings>,
][] = [
  ['settings', checkSettings],
  ['database', checkDatabase],
  ['secret key', checkSecretKey],
  ['key file', checkKeyFile],
  ['ports', checkPorts],
  ['https', checkHttps],
  ['public url', checkPublicUrl],
  ['gateway', checkGateway],
  ['mail', checkMail],
  ['push', checkPush],
  ['sms', checkSms],
  ['hub service', checkHubService],
  ['hub queue', checkHubQueue],
  ['stripe', checkPayments],
  ['map', checkMap],
  ['files', checkFiles],
  ['disk', checkDisk],
  ['open files', checkOpenFiles],
  ['backup', checkBackup],
];

/** Runs all checks at once. Each ends within five seconds. */
export async function examine(context: Context): Promise<Finding[]> {
  const found = await Promise.all(checks.map(([name, run]) => runCheck({ name, run: async () => run(context) })));
  return found.flat();
}
