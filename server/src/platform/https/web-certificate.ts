// Keeps the certificate of the portal fresh: takes renewed files without a restart, and keeps the current pair when the
// new files cannot serve.
import { Gauge, type Registry } from 'prom-client';

import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';

import { readCertificatePair, type CertificateFiles, type CertificatePair } from './certificate-pair.ts';

export interface WebCertificate {
  current(): CertificatePair;
  /** Why the files cannot replace the current pair, or null. */
  problem(): string | null;
  /** Begins to look at the files. `onRenewed` gets each new pair. */
  start(onRenewed: (pair: CertificatePair) => void): Stop;
}

const LOOK_EVERY_MS = MINUTE_MS;
/** Certificate and key are two files: a look between their replacements finds a pair that does not fit. */
const LOOKS_UNTIL_PROBLEM = 2;

export interface WebCertificateOptions {
  readonly files: CertificateFiles;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Registry;
}

/** @throws StartProblem when the files cannot serve */
export async function openWebCertificate(options: WebCertificateOptions): Promise<WebCertificate> {
  const { files, publicUrl, clock, log, metrics } = options;
  const { hostname } = new URL(publicUrl);
  const read = (): Promise<CertificatePair> => readCertificatePair(files, hostname, clock.now());
  let pair = await read();
  let failedLooks = 0;
  let reason: string | null = null;
  exposeDays(metrics, clock, () => pair.expiresAt);

  const fail = (found: string): void => {
    failedLooks += 1;
    if (failedLooks < LOOKS_UNTIL_PROBLEM || found === reason) return;
    reason = found;
    log.error({ reason, keptUntil: pair.expiresAt }, 'The certificate files cannot be used, keeping the current pair');
  };

  const look = async (onRenewed: (pair: CertificatePair) => void): Promise<void> => {
    try {
      const next = await read();
      failedLooks = 0;
      reason = null;
      if (next.certificatePem === pair.certificatePem && next.keyPem === pair.keyPem) return;
      pair = next;
      onRenewed(pair);
      log.info({ expiresAt: pair.expiresAt }, 'Took the renewed certificate, new connections get it');
    } catch (error) {
      if (!(error instanceof StartProblem)) throw error;
      fail(error.message);
    }
  };

  return {
    current: () => pair,
    problem: () => reason,
    start: (onRenewed) => clock.every(LOOK_EVERY_MS, () => look(onRenewed)),
  };
}

function exposeDays(metrics: Registry, clock: Clock, expiresAt: () => Date): void {
  const days: Gauge = new Gauge({
    name: 'trace_https_certificate_days',
    help: 'Days until the certificate ends by which people reach the portal',
    registers: [metrics],
    collect: () => days.set((expiresAt().getTime() - clock.now().getTime()) / DAY_MS),
  });
}
