import { once } from 'node:events';
import { connect } from 'node:net';
import { codeOf, fail, ok, type Found } from './finding.ts';
import { lookAtTls } from './look-at-tls.ts';

/** Connects to the host of an address, with TLS for https, and asks nothing. */
export async function reach(who: string, address: string, setting: string): Promise<Found> {
  const { protocol, hostname: host, port } = new URL(address);
  try {
    if (protocol === 'https:') {
      const { problem } = await lookAtTls({ host, port: port === '' ? 443 : Number(port) });
      if (problem !== null)
        return fail(`${who} has a certificate that is not trusted (${problem}).`, `Correct it, or ${setting}.`);
    } else await touch(host, port === '' ? 80 : Number(port));
  } catch (error) {
    return fail(`${who} cannot be reached (${codeOf(error)}).`, `Check ${setting} and the firewall.`);
  }
  return ok(`${who} can be reached.`);
}

async function touch(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
