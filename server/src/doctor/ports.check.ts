import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Context } from './context.ts';
import { fail, ok, type Found } from './finding.ts';

interface Door {
  readonly setting: string;
  readonly host: string;
  readonly port: number;
}

/** Without a running server each port must be free. A running server holds them, or it would not have started. */
export async function checkPorts({ config, server }: Context): Promise<Found[]> {
  const doors = doorsOf(config).filter(({ port }) => port !== 0);
  const list = doors.map(({ setting, port }) => `${setting} ${port}`).join(', ');
  if (server !== null) return [ok(`The running server holds its ports: ${list}.`)];
  const problems = await Promise.all(doors.map(async (door) => problemOf(door, await tryPort(door))));
  const found = problems.flatMap((problem) => problem ?? []);
  return found.length > 0 ? found : [ok(`The ports are free: ${list}.`)];
}

function doorsOf({ host, port, gateway, hubReceiver, tls }: Context['config']): Door[] {
  const { mqttsPort, mqttPort } = gateway;
  return [
    { setting: 'PORT', host, port },
    { setting: 'MQTTS_PORT', host, port: mqttsPort },
    { setting: 'MQTT_PORT', host: '127.0.0.1', port: mqttPort ?? 0 },
    { setting: 'HTTP_REDIRECT_PORT', host, port: tls?.redirectPort ?? 0 },
    { setting: 'DC09_PORT', host: hubReceiver?.host ?? host, port: hubReceiver?.port ?? 0 },
  ];
}

/** Returns the code of the error, or null for a port that can be used. */
async function tryPort({ host, port }: Door): Promise<string | null> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return null;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  } finally {
    server.close();
  }
}

function problemOf({ setting, host, port }: Door, code: string | null): Found | null {
  if (code === null) return null;
  if (code === 'EADDRINUSE')
    return fail(`Another program uses port ${port}, the port of ${setting}.`, `Stop it, or change ${setting}.`);
  if (code === 'EACCES')
    return fail(`This user may not use port ${port}.`, `Set ${setting} above 1023, or use the unit in deploy/.`);
  return fail(`No port can be opened at ${host} (${code}).`, 'Set HOST to an address of this machine, or 0.0.0.0.');
}
