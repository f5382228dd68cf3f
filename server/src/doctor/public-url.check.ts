import { askServer } from './ask-server.ts';
import type { Context } from './context.ts';
import { codeOf, fail, ok, warn, type Found } from './finding.ts';

/** An address that no one has (RFC 5737). A caller can invent any such header. */
const INVENTED = '198.51.100.77';

/** Whether PUBLIC_URL leads to this installation, and whether the addresses of callers are right behind a proxy. */
export async function checkPublicUrl({ config, key, server }: Context): Promise<Found | Found[]> {
  const { publicUrl } = config;
  if (publicUrl === null) return [];
  if (server === null || key === null)
    return warn('The server does not run here, so its public address was not tried.', 'Start it, then run this again.');
  try {
    const asked = await askServer(publicUrl, key, { 'x-forwarded-for': INVENTED });
    if (asked.outcome === 'other_key')
      return fail(`A Trace server with another secret key answers at ${publicUrl}.`, 'Check DNS and proxy.');
    if (asked.outcome === 'stranger')
      return fail(`Another program answers at ${publicUrl} (status ${asked.status}).`, 'Check DNS and proxy.');
    return [ok(`${publicUrl} leads to this server.`), trustOf(config, asked.answer)];
  } catch (error) {
    return fail(
      `${publicUrl} does not answer from here (${codeOf(error)}).`,
      'Check its name in the DNS, the port, the proxy and the firewall. Some routers do not lead back inside.',
    );
  }
}

export function trustOf(
  { trustProxy, tls, publicUrl }: Pick<Context['config'], 'trustProxy' | 'tls' | 'publicUrl'>,
  { address, forwardedFor }: { address: string; forwardedFor: string | null },
): Found {
  const hasProxy = forwardedFor !== INVENTED || (tls === null && (publicUrl?.startsWith('https:') ?? false));
  if (hasProxy && (forwardedFor === null || forwardedFor === INVENTED))
    return fail(
      'The proxy does not say for whom it asks, so all callers share one address.',
      'Make it send X-Forwarded-For with the address of the caller (docs/operations.md).',
    );
  if (hasProxy && trustProxy === false)
    return fail('A proxy passes requests on, but TRUST_PROXY is off.', 'Set TRUST_PROXY, such as TRUST_PROXY=1.');
  if (address === INVENTED)
    return fail(
      'A caller can invent its address: TRUST_PROXY trusts more proxies than there are.',
      'Lower TRUST_PROXY, or name the addresses of the proxies. Only the proxy may reach the port of the server.',
    );
  return ok(hasProxy ? 'The proxy names its callers, and TRUST_PROXY fits.' : 'No proxy stands in front.');
}
