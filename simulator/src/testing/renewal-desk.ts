import 'reflect-metadata';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import type { CertificateAnswer } from '@trace/contract/device-protocol/certificates';
import { fingerprintOf } from '../device/certificates/certificate-keeper.ts';
import type { CertificateReport } from '../device/certificates/certificate-keeper.ts';
import type { createCa } from './certificate-authority.ts';

interface Issued {
  readonly pem: string;
  readonly csr: string | null;
  readonly isDue: boolean;
  standing: 'current' | 'next' | 'retiring' | 'revoked';
}

type Ca = Awaited<ReturnType<typeof createCa>>;

/** The server's part of a renewal, as docs/device-protocol.md describes it. The first certificate is due. */
export function openRenewalDesk(ca: Ca, firstPem: string) {
  const issued = new Map<string, Issued>([
    [fingerprintOf(firstPem), { pem: firstPem, csr: null, isDue: true, standing: 'current' }],
  ]);
  const authorities: string[] = [];
  const all = (standing: Issued['standing']): Issued[] =>
    [...issued.values()].filter((certificate) => certificate.standing === standing);

  const activate = (certificate: Issued): void => {
    if (certificate.standing !== 'next') return;
    for (const current of all('current')) current.standing = 'retiring';
    certificate.standing = 'current';
  };

  const certificateFor = async (csr: string): Promise<Pick<CertificateAnswer, 'certificate' | 'refused'>> => {
    const known = [...issued.values()].find((certificate) => certificate.csr === csr);
    if (known !== undefined)
      return known.standing === 'revoked' ? { refused: 'superseded' } : { certificate: known.pem };
    for (const waiting of all('next')) waiting.standing = 'revoked';
    const pem = await ca.sign(new Pkcs10CertificateRequest(csr));
    issued.set(fingerprintOf(pem), { pem, csr, isDue: false, standing: 'next' });
    return { certificate: pem };
  };

  return {
    /** Authorities that each answer brings. */
    authorities,
    current: (): string | undefined => all('current')[0]?.pem,
    valid: (): number => issued.size - all('revoked').length,
    revoke: (standing: Issued['standing']): void => all(standing).forEach((one) => (one.standing = 'revoked')),
    accepts(fingerprint: string): boolean {
      const certificate = issued.get(fingerprint);
      if (certificate === undefined || certificate.standing === 'revoked') return false;
      activate(certificate);
      return true;
    },
    async answer({ seq, uses, trusts, csr }: CertificateReport): Promise<Buffer> {
      const certificate = issued.get(uses)!;
      const lacking = authorities.filter((pem) => !trusts.includes(fingerprintOf(pem)));
      const answer: CertificateAnswer = { v: 1, boot: 1, seq, renew: false, authorities: lacking };
      if (csr !== undefined) return Buffer.from(JSON.stringify({ ...answer, ...(await certificateFor(csr)) }));
      activate(certificate);
      if (certificate.standing === 'current') for (const old of all('retiring')) old.standing = 'revoked';
      return Buffer.from(JSON.stringify({ ...answer, renew: certificate.isDue }));
    },
  };
}

export type RenewalDesk = ReturnType<typeof openRenewalDesk>;
