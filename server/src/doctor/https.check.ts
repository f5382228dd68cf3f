import { DAY_MS } from '@trace/contract/kernel/time';
import { operationsRules } from '@trace/contract/operations/operations.rules';
import { readCertificatePair } from '#platform/https/certificate-pair';
import { StartProblem } from '#platform/refusal/start-problem';
import type { Context } from './context.ts';
import { codeOf, fail, ok, warn, type Found } from './finding.ts';
import { lookAtTls } from './look-at-tls.ts';

const HTTPS_PORT = 443;

/** Reasons for which a browser refuses a certificate, with the next step. */
const PROBLEMS: Readonly<Record<string, readonly [means: string, action: string]>> = {
  CERT_HAS_EXPIRED: ['has ended', 'Renew it.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['is signed by itself', 'Get one from a public authority, such as by certbot.'],
  SELF_SIGNED_CERT_IN_CHAIN: ['comes from an authority that browsers do not know', 'Get one from a public authority.'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['comes without its chain', 'Use the file with the chain (fullchain.pem).'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['comes without its chain', 'Use the file with the chain (fullchain.pem).'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['is for another name', 'Get one for the host of PUBLIC_URL.'],
};

export async function checkHttps({ config }: Context): Promise<Found[]> {
  const { publicUrl, tls } = config;
  if (publicUrl === null || !publicUrl.startsWith('https:'))
    return [
      warn(
        'PUBLIC_URL is not https: on other machines browsers refuse camera, push messages and passkeys.',
        'Set TLS_CERT and TLS_KEY, or put a proxy with HTTPS in front (docs/operations.md).',
      ),
    ];
  const files = tls === null ? [] : [await checkFiles(tls, publicUrl)];
  return [...files, await checkShown(publicUrl)];
}

async function checkFiles(files: NonNullable<Context['config']['tls']>, publicUrl: string): Promise<Found> {
  try {
    const { expiresAt } = await readCertificatePair(files, new URL(publicUrl).hostname, new Date());
    return endOf(expiresAt, 'The certificate in TLS_CERT');
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    return fail(error.message, 'Correct the file. A running server takes it within a minute.');
  }
}

async function checkShown(publicUrl: string): Promise<Found> {
  const { hostname, port } = new URL(publicUrl);
  try {
    const { certificate, problem } = await lookAtTls({ host: hostname, port: port === '' ? HTTPS_PORT : Number(port) });
    if (problem === null) return endOf(new Date(certificate.validTo), `The certificate at ${publicUrl}`);
    const [means, action] = PROBLEMS[problem] ?? [`is refused (${problem})`, 'Correct the certificate.'];
    return fail(`The certificate at ${publicUrl} ${means}.`, action);
  } catch (error) {
    const action = 'Check its name in the DNS, the port and the firewall. Without a running server this is normal.';
    return warn(`No HTTPS at ${publicUrl} from here (${codeOf(error)}).`, action);
  }
}

/** The same limit as the alarm of page Operations. */
export function endOf(expiresAt: Date, which: string): Found {
  const leftMs = expiresAt.getTime() - Date.now();
  const means = `${which} ends in ${Math.floor(leftMs / DAY_MS)} days.`;
  return leftMs < operationsRules.certificateMs ? warn(means, 'Renew it.') : ok(means);
}
