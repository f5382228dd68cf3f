import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  type Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const VALID = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 3_600_000) };

/** Creates a CA for tests. */
export async function createCa() {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const name = 'CN=Test CA';
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true)],
    ...VALID,
  });
  const sign = async (request: Pkcs10CertificateRequest, names: { type: 'dns' | 'ip'; value: string }[] = []) => {
    const signed = await X509CertificateGenerator.create({
      subject: request.subject,
      issuer: name,
      publicKey: request.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [new SubjectAlternativeNameExtension(names)],
      ...VALID,
    });
    return signed.toString('pem');
  };
  return { caPem: certificate.toString('pem'), sign };
}
