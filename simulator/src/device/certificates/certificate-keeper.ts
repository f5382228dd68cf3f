import { createPrivateKey, X509Certificate } from 'node:crypto';
import { certificateAnswer } from '@trace/contract/device-protocol/certificates';
import type { CertificateAnswer } from '@trace/contract/device-protocol/certificates';
import type { Clock, Stop } from '../../clock.ts';
import { createUnsignedIdentity } from '../identity.ts';
import type { CertificateMemory, KeyAndCertificate } from './certificate-memory.ts';

/** A certificate message without its envelope. */
export interface CertificateReport {
  readonly seq: number;
  readonly uses: string;
  readonly trusts: readonly string[];
  readonly csr?: string;
}

export interface CertificateKeeper {
  /** The key, certificate and authorities for the next connection. */
  readonly credentials: () => KeyAndCertificate & { readonly caPem: string };
  /** The server has accepted the connection, maybe for the renewal of an ended certificate alone. */
  readonly connected: (isOnlyRenewal?: boolean) => void;
  /** The server has refused the certificate. */
  readonly refused: () => void;
  /** The connection is gone. */
  readonly lost: () => void;
  /** The device goes off. */
  readonly halt: () => void;
  readonly answer: (payload: Buffer) => void;
}

export interface CertificateKeeperOptions {
  readonly serial: string;
  readonly memory: CertificateMemory;
  /** The device's own time, for the daily report. */
  readonly clock: Clock;
  /** Time on the wire, for repeats. */
  readonly networkClock: Clock;
  report(report: CertificateReport): void;
  /** Closes the connection, so that the next one uses the new certificate. */
  reconnect(): void;
  note(text: string): void;
}

const DAILY_MS = 24 * 3_600_000;
const REPEAT_MS = 60_000;

/**
 * Renews the certificate of a device over its own connection (docs/device-protocol.md, "Renewing the certificate"). Each
 * step is stored before the next begins, so that a power cut at any moment leaves a device that can connect.
 */
export function createCertificateKeeper(options: CertificateKeeperOptions): CertificateKeeper {
  const { serial, memory, clock, networkClock } = options;
  let seq = 0;
  /** The certificate of the connection that is open or tried. */
  let used: KeyAndCertificate = memory.read().inUse;
  /** The new certificate was refused: the one before is tried. */
  let isBackToOld = false;
  let sent: CertificateReport | null = null;
  let stopRepeating: Stop = () => {};
  let stopDaily: Stop = () => {};
  let isReportDue = true;
  let isConnected = false;

  const credentials: CertificateKeeper['credentials'] = () => {
    const { inUse, before, next, authorities } = memory.read();
    const fresh = next?.certificatePem == null ? null : { keyPem: next.keyPem, certificatePem: next.certificatePem };
    used = fresh ?? (isBackToOld && before !== null ? before : inUse);
    return { ...used, caPem: authorities.join('\n') };
  };

  const connected = (isOnlyRenewal = false): void => {
    const record = memory.read();
    if (used.certificatePem !== record.inUse.certificatePem) {
      const isNew = used.certificatePem === record.next?.certificatePem;
      memory.write({ ...record, inUse: used, before: isNew ? record.inUse : null, next: null });
      options.note(isNew ? 'certificate renewed' : 'back to the certificate before');
    }
    isBackToOld = false;
    isConnected = true;
    if (isReportDue || isOnlyRenewal || memory.read().before !== null || memory.read().next !== null) report();
  };

  /** Once after each boot and once a day, not at each connection: a fleet that comes back has enough to say. */
  const reportDaily = (): void => {
    stopDaily();
    stopDaily = clock.after(DAILY_MS, () => {
      isReportDue = true;
      if (isConnected) report();
    });
  };

  /** Says what the device uses and trusts, with the request of a renewal under way. */
  const report = (): void => {
    const { next, authorities } = memory.read();
    const csr = next !== null && next.certificatePem === null ? { csr: next.csrPem } : {};
    seq += 1;
    send({ seq, uses: fingerprintOf(used.certificatePem), trusts: authorities.map(fingerprintOf), ...csr });
  };

  const send = (message: CertificateReport): void => {
    sent = message;
    options.report(message);
    stopRepeating();
    stopRepeating = networkClock.after(REPEAT_MS, () => send(message));
  };

  const refused = (): void => {
    const record = memory.read();
    isReportDue = true;
    if (record.next?.certificatePem === used.certificatePem) memory.write({ ...record, next: null });
    else isBackToOld = !isBackToOld;
  };

  const lost = (): void => {
    stopRepeating();
    isConnected = false;
    sent = null;
  };

  const answer = (payload: Buffer): void => {
    const read = certificateAnswer.safeParse(readJson(payload));
    if (!read.success || read.data.seq !== sent?.seq) return;
    const answered = sent;
    sent = null;
    isReportDue = false;
    reportDaily();
    stopRepeating();
    keepAuthorities(read.data.authorities);
    if (answered.csr !== undefined) take(read.data);
    else if (read.data.refused === undefined) void settle(read.data, answered.uses);
  };

  const keepAuthorities = (pems: readonly string[]): void => {
    const record = memory.read();
    const added = pems.filter(
      (pem) => !record.authorities.some((known) => fingerprintOf(known) === fingerprintOf(pem)),
    );
    if (added.length > 0) memory.write({ ...record, authorities: [...record.authorities, ...added] });
  };

  /** The answer to a request: stores the new certificate, then connects with it. */
  const take = ({ certificate, refused: reason }: CertificateAnswer): void => {
    const record = memory.read();
    if (record.next === null) return;
    if (certificate !== undefined && belongsTo(certificate, record.next.keyPem)) {
      memory.write({ ...record, next: { ...record.next, certificatePem: certificate } });
      options.reconnect();
      return;
    }
    options.note(`no new certificate: ${reason ?? 'it is for another key'}`);
    // With a new key the next try can succeed.
    if (reason !== 'too_many' && reason !== 'unknown_certificate') memory.write({ ...record, next: null });
  };

  /** The server knows what the device uses: the certificate before is of no more use. */
  const settle = async ({ renew }: CertificateAnswer, uses: string): Promise<void> => {
    const record = memory.read();
    if (record.before !== null && fingerprintOf(record.inUse.certificatePem) === uses)
      memory.write({ ...record, before: null });
    if (!renew) return;
    const { keyPem, requestPem } = await createUnsignedIdentity(serial);
    if (memory.read().next !== null) return;
    memory.write({ ...memory.read(), next: { keyPem, csrPem: requestPem, certificatePem: null } });
    report();
  };

  const halt = (): void => {
    lost();
    stopDaily();
    isReportDue = true;
  };

  return { credentials, connected, refused, lost, halt, answer };
}

export const fingerprintOf = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

const belongsTo = (certificatePem: string, keyPem: string): boolean =>
  new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem));

function readJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    // No JSON is no answer: the schema refuses it.
    return undefined;
  }
}
