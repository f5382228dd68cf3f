import type { Context } from './context.ts';
import { codeOf, fail, ok, warn, type Found } from './finding.ts';
import { endOf } from './https.check.ts';
import { lookAtTls } from './look-at-tls.ts';

const LOCAL = new Set(['localhost', '127.0.0.1', '::1']);

/** Whether trackers reach the gateway by its public name, with a certificate of this installation. */
export async function checkGateway({ config, server, databaseUrl, sealed }: Context): Promise<Found[]> {
  const { publicHost: host, publicPort, mqttsPort } = config.gateway;
  const port = publicPort ?? mqttsPort;
  const found: Found[] = [];
  if (LOCAL.has(host) && config.publicUrl?.startsWith('https:'))
    found.push(
      warn(
        `MQTT_PUBLIC_HOST is ${host}: trackers elsewhere cannot connect.`,
        'Set it to the public name of the gateway.',
      ),
    );
  if (server === null || databaseUrl === null || port === 0) return found;
  const ca = (await sealed())?.authority?.certificatePem;
  try {
    const { certificate, problem } = await lookAtTls({ host, port, ...(ca === undefined ? {} : { ca }) });
    const where = `The gateway at ${host}:${port}`;
    if (problem === null) found.push(endOfGateway(new Date(certificate.validTo), where));
    else if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID')
      found.push(
        fail(`${where} has a certificate for another name.`, 'Restart the server after a change of MQTT_PUBLIC_HOST.'),
      );
    else
      found.push(
        fail(`${where} shows a certificate of another authority (${problem}).`, 'Pass TLS through to MQTTS_PORT.'),
      );
  } catch (error) {
    const action = 'Check its name in the DNS, the port and the firewall. Set HOST=0.0.0.0 to accept other machines.';
    found.push(fail(`${host}:${port} does not answer from here (${codeOf(error)}).`, action));
  }
  return found;
}

/** The server renews this certificate by itself, so a near end is no task of the operator. */
function endOfGateway(expiresAt: Date, where: string): Found {
  return ok(endOf(expiresAt, `${where} answers. Its certificate`).means);
}
