// Writes the files with which a broker admits trackers and Trace: the authority, the revoked certificates, a certificate
// for the broker, and a configuration of Mosquitto.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { SERVER_NAME } from '../identity/authority.ts';
import type { Authority, TrustedRoot } from '../identity/authority.ts';
import type { Certificates } from '../identity/certificates.ts';

const OWNER_ONLY = 0o600;

/** Writes the files. A repeat renews the certificate of the broker and the list of revoked certificates. */
export async function writeBrokerFiles(options: {
  authority: Pick<Authority, 'caPem' | 'roots' | 'gatewayCertificate' | 'revocationLists'>;
  certificates: Pick<Certificates, 'listRevoked'>;
  /** The names by which trackers and servers reach the broker. */
  hostNames: readonly string[];
  directory: string;
}): Promise<string[]> {
  const { authority, certificates, hostNames } = options;
  const directory = path.resolve(options.directory);
  // Trackers of every age trust the oldest valid authority.
  const [{ id }] = authority.roots() as [TrustedRoot, ...TrustedRoot[]];
  const { keyPem, certificatePem } = await authority.gatewayCertificate(id, hostNames);
  const files: Record<string, string> = {
    'ca.crt.pem': authority.caPem,
    'ca.crl.pem': await authority.revocationLists(await certificates.listRevoked()),
    'broker.crt.pem': certificatePem,
    'broker.key.pem': keyPem,
    'mosquitto.acl': mosquittoAcl,
    'mosquitto.conf': mosquittoConf(directory),
  };
  for (const [name, text] of Object.entries(files)) {
    const mode = name.endsWith('.key.pem') ? OWNER_ONLY : 0o644;
    await writeFile(path.join(directory, name), text, { mode });
  }
  return Object.keys(files);
}

/** `%u` is the user name: the serial in the certificate. */
const mosquittoAcl = `user ${SERVER_NAME}
topic read dt/trace/#
topic read cmd/trace/+/res
topic write cmd/trace/+/req
topic write cmd/trace/+/certificate
topic write dbg/trace/+/refused

pattern write dt/trace/%u/+
pattern write cmd/trace/%u/res
pattern read cmd/trace/%u/req
pattern read cmd/trace/%u/certificate
pattern read dbg/trace/%u/refused
`;

const tls = (directory: string): string => `cafile ${directory}/ca.crt.pem
crlfile ${directory}/ca.crl.pem
certfile ${directory}/broker.crt.pem
keyfile ${directory}/broker.key.pem
tls_version tlsv1.2
require_certificate true
use_identity_as_username true`;

const mosquittoConf = (directory: string): string => `# Trackers. A tracker cannot take the client id of another client.
listener 8883
${tls(directory)}
use_username_as_clientid true

# Servers of Trace. No tracker may reach this port.
listener 8884
${tls(directory)}

allow_anonymous false
acl_file ${directory}/mosquitto.acl
set_tcp_nodelay true

# A message that was acknowledged to a tracker survives a crash of the broker.
persistence true
persistence_location ${directory}/
autosave_on_changes true
autosave_interval 1

# What waits while no server of Trace runs.
max_queued_messages 1000000
max_inflight_messages 1000
`;
