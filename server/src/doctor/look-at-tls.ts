import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { X509Certificate } from 'node:crypto';

export interface SeenCertificate {
  readonly certificate: X509Certificate;
  /** Why a browser would refuse the connection, such as CERT_HAS_EXPIRED, or null. */
  readonly problem: string | null;
}

/** Reads the certificate that a server shows. @throws the error of the connection */
export function lookAtTls({ host, port, ca }: { host: string; port: number; ca?: string }): Promise<SeenCertificate> {
  const name = host.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const servername = isIP(name) === 0 ? name : '';
    const socket = connect({
      host: name,
      port,
      servername,
      rejectUnauthorized: false,
      ...(ca === undefined ? {} : { ca }),
    });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate();
      const { authorizationError } = socket;
      socket.destroy();
      if (certificate === undefined) return reject(new Error('the server shows no certificate'));
      const named = isNamed(certificate, name) ? null : 'ERR_TLS_CERT_ALTNAME_INVALID';
      resolve({ certificate, problem: authorizationError === null ? named : String(authorizationError) });
    });
  });
}

function isNamed(certificate: X509Certificate, name: string): boolean {
  const found = isIP(name) === 0 ? certificate.checkHost(name, { subject: 'never' }) : certificate.checkIP(name);
  return found !== undefined;
}
